import { crc24 } from "./crc24.ts";

/** One `-----BEGIN …-----` block of a text. */
export interface ArmorBlock {
  /** What stands after `BEGIN`: `PGP PUBLIC KEY BLOCK`. */
  readonly label: string;
  /** Line of its beginning, from 1. */
  readonly line: number;
  /** The decoded bytes; absent when it is damaged. */
  readonly bytes?: Uint8Array;
  /** What is wrong with it, as the end of a sentence. */
  readonly fault?: string;
}

/** The blocks of a text, and whether anything else stands in it. */
export interface Armored {
  readonly blocks: readonly ArmorBlock[];
  /** Some line outside the blocks is not blank. */
  readonly prose: boolean;
}

const BEGIN = /^-----BEGIN ([A-Z0-9 ,/]{1,64})-----$/;
const END = /^-----END ([A-Z0-9 ,/]{1,64})-----$/;
const HEADER = /^[A-Za-z][A-Za-z0-9-]*:(?: |$)/;
/** A clear-signed text has no end of its own: its signature follows. */
const CLEAR_SIGNED = "PGP SIGNED MESSAGE";

/**
 * Finds every armored block of a text, whatever encoding the text around them
 * has (contract section 3, "KEYS is read block by block"). A block without an
 * end is damaged and ends where the next one begins, so that it hides none.
 */
export function readArmor(bytes: Uint8Array): Armored {
  const text = new TextDecoder("latin1").decode(bytes);
  const blocks: ArmorBlock[] = [];
  let prose = false;
  let open: OpenBlock | undefined;
  let line = 0;
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at);
    const raw = text.slice(at, end < 0 ? text.length : end).trim();
    at = end < 0 ? text.length : end + 1;
    line++;
    const begins = BEGIN.exec(raw)?.[1];
    if (begins !== undefined) {
      if (open !== undefined) blocks.push(open.cut());
      open = new OpenBlock(begins, line);
      continue;
    }
    if (open === undefined) {
      prose ||= raw !== "";
      continue;
    }
    const ends = END.exec(raw)?.[1];
    if (ends === undefined) open.add(raw);
    else {
      blocks.push(open.close(ends));
      open = undefined;
    }
  }
  if (open !== undefined) blocks.push(open.cut());
  return { blocks, prose };
}

class OpenBlock {
  readonly #label: string;
  readonly #line: number;
  readonly #body: string[] = [];
  #heading = true;
  #checksum: string | undefined;
  #fault: string | undefined;

  constructor(label: string, line: number) {
    this.#label = label;
    this.#line = line;
  }

  add(line: string): void {
    if (this.#heading) {
      if (HEADER.test(line)) return;
      this.#heading = false;
      if (line === "") return;
    }
    if (line === "") return;
    if (this.#checksum !== undefined) {
      this.#fault ??= "has text after its checksum";
    } else if (/^=[A-Za-z0-9+/]{4}$/.test(line)) this.#checksum = line.slice(1);
    else this.#body.push(line);
  }

  cut(): ArmorBlock {
    const block = { label: this.#label, line: this.#line };
    return this.#label === CLEAR_SIGNED
      ? block
      : { ...block, fault: "has no end" };
  }

  close(label: string): ArmorBlock {
    const block = { label: this.#label, line: this.#line };
    if (label !== this.#label) {
      return { ...block, fault: "ends under another name" };
    }
    if (this.#fault !== undefined) return { ...block, fault: this.#fault };
    const bytes = decoded(this.#body.join(""));
    if (bytes === undefined) return { ...block, fault: "is no base64" };
    if (bytes.length === 0) return { ...block, fault: "is empty" };
    if (this.#checksum !== undefined) {
      const stated = decoded(this.#checksum)!;
      const value = (stated[0]! << 16) | (stated[1]! << 8) | stated[2]!;
      if (value !== crc24(bytes)) {
        return { ...block, fault: "does not match its checksum" };
      }
    }
    return { ...block, bytes };
  }
}

function decoded(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.fromBase64(text);
  } catch {
    return undefined;
  }
}
