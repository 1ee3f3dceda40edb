import { damaged } from "./git_errors.ts";
import type { Packet } from "./pkt_line.ts";
import { serverSays } from "./smart_http.ts";

const decoder = new TextDecoder();

/**
 * The pack out of side-band packets: band 1 is data, band 2 progress for a
 * person, band 3 the server's last words (gitprotocol-pack, "Packfile Data").
 * Throws `SourceError`, also when the stream ends without a flush, which
 * would otherwise look like a shorter pack.
 */
export async function* packOfSideband(
  packets: AsyncIterator<Packet>,
  url: string,
  progress: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (
    let next = await packets.next();
    !next.done;
    next = await packets.next()
  ) {
    const packet = next.value;
    if (packet.kind !== "data") {
      if (packet.kind === "flush" && (await packets.next()).done) return;
      throw damaged("the answer goes on after its pack");
    }
    const band = packet.data[0];
    const data = packet.data.subarray(1);
    if (band === 1) {
      progress(data.length);
      yield data;
    } else if (band === 3) throw serverSays(url, decoder.decode(data));
    else if (band !== 2) throw damaged("the answer uses an unknown side band");
  }
  throw damaged("the pack is cut off");
}
