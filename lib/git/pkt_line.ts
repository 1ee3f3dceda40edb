import { damaged } from "./git_errors.ts";

/** One packet of git's wire format (gitprotocol-common, "pkt-line Format"). */
export type Packet =
  | { readonly kind: "data"; readonly data: Uint8Array }
  | { readonly kind: "flush" | "delim" | "response-end" };

/** Bytes of payload that one packet can carry. */
export const MAX_PACKET_PAYLOAD = 65516;

const encoder = new TextEncoder();
const CONTROL = ["flush", "delim", "response-end"] as const;

/** Encodes `payload` as one packet. Throws `RangeError` when it is too long. */
export function encodePacket(payload: string | Uint8Array): Uint8Array {
  const data = typeof payload === "string" ? encoder.encode(payload) : payload;
  if (data.length > MAX_PACKET_PAYLOAD) throw new RangeError("packet too long");
  const packet = new Uint8Array(data.length + 4);
  encoder.encodeInto((data.length + 4).toString(16).padStart(4, "0"), packet);
  packet.set(data, 4);
  return packet;
}

/** A request: texts become packets, the named control packets stand as they are. */
export function encodeRequest(
  lines: readonly (string | { readonly control: "flush" | "delim" })[],
): Uint8Array<ArrayBuffer> {
  const packets = lines.map((line) =>
    typeof line === "string"
      ? encodePacket(line)
      : encoder.encode(line.control === "flush" ? "0000" : "0001")
  );
  const length = packets.reduce((sum, packet) => sum + packet.length, 0);
  const request = new Uint8Array(length);
  let at = 0;
  for (const packet of packets) {
    request.set(packet, at);
    at += packet.length;
  }
  return request;
}

/**
 * Decodes a stream of packets without copying what arrives whole. The length
 * is four hex digits, nothing else; `0003` and lengths over 65520 are refused.
 * Throws `SourceError` (`git-damaged`) on those and on a stream that ends
 * inside a packet.
 */
export async function* decodePackets(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Packet, void, undefined> {
  // The packet that a chunk ended inside of. Its bytes are copied once however
  // small the chunks are, so a server that trickles costs no more than one
  // that does not.
  const partial = new Uint8Array(MAX_PACKET_PAYLOAD + 4);
  let have = 0;
  for await (const chunk of chunks) {
    let at = 0;
    while (at < chunk.length) {
      const whole = have === 0 ? wholePacket(chunk, at) : undefined;
      if (whole !== undefined) {
        at += whole.kind === "data" ? whole.data.length + 4 : 4;
        yield whole;
        continue;
      }
      const need = have < 4 ? 4 : packetLength(partial, 0);
      const piece = chunk.subarray(at, at + need - have);
      partial.set(piece, have);
      have += piece.length;
      at += piece.length;
      const packet = wholePacket(partial.subarray(0, have), 0);
      if (packet === undefined) continue;
      have = 0;
      yield packet.kind === "data"
        ? { kind: "data", data: packet.data.slice() }
        : packet;
    }
  }
  if (have > 0) throw damaged("the answer ends inside a packet");
}

function wholePacket(bytes: Uint8Array, at: number): Packet | undefined {
  if (bytes.length - at < 4) return undefined;
  const length = packetLength(bytes, at);
  if (length < 4) return { kind: CONTROL[length as 0 | 1 | 2] };
  return bytes.length - at < length
    ? undefined
    : { kind: "data", data: bytes.subarray(at + 4, at + length) };
}

function packetLength(bytes: Uint8Array, at: number): number {
  let length = 0;
  for (let i = at; i < at + 4; i++) {
    const code = bytes[i]!;
    const digit = code >= 0x30 && code <= 0x39
      ? code - 0x30
      : code >= 0x61 && code <= 0x66
      ? code - 0x57
      : code >= 0x41 && code <= 0x46
      ? code - 0x37
      : -1;
    if (digit < 0) throw damaged("a packet's length is not four hex digits");
    length = length * 16 + digit;
  }
  if (length === 3 || length > MAX_PACKET_PAYLOAD + 4) {
    throw damaged(`a packet claims the length ${length}`);
  }
  return length;
}
