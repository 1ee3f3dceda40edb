/** A source of numbers that a seed repeats (xorshift32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0 || 1;
  }

  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x >>> 0;
    return this.#state % end;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }
}

/** What parsers of every kind trip over. */
const TOKENS: readonly Uint8Array[] = [
  "\0",
  "\r",
  "\r\n",
  "\n\n",
  "\t",
  "---\n",
  "```\n",
  "```yaml\n",
  "- id: ",
  "&a ",
  "*a",
  "!!str ",
  "<<: ",
  "\uFEFF",
  "\u202E",
  "\u200B",
  "../",
  ".git",
  "\\",
  "__proto__",
  "-----BEGIN PGP SIGNATURE-----\n",
  "-----BEGIN PGP PUBLIC KEY BLOCK-----\n",
  "SHA512 (",
  "PK\x03\x04",
  "PK\x01\x02",
  "PK\x05\x06",
  "0000",
  "0001",
  "fff0",
  "100644 a\0",
].map((text) => new TextEncoder().encode(text));
const NUMBERS = [0, 1, 0x7f, 0x80, 0xff];

/**
 * Changes `input` in a few random places: bits, bytes, runs that are cut,
 * doubled or taken from `other`, and tokens that parsers trip over.
 */
export function mutate(
  input: Uint8Array,
  other: Uint8Array,
  random: Random,
): Uint8Array {
  let bytes = input;
  for (let turns = 1 + random.below(6); turns > 0; turns--) {
    bytes = change(bytes, other, random);
  }
  return bytes;
}

function change(
  bytes: Uint8Array,
  other: Uint8Array,
  random: Random,
): Uint8Array {
  const at = random.below(bytes.length + 1);
  const length = random.below(Math.min(64, bytes.length - at) + 1);
  const front = bytes.subarray(0, at);
  const back = bytes.subarray(at);
  switch (random.below(8)) {
    case 0: {
      const copy = bytes.slice();
      if (at < copy.length) copy[at] = copy[at]! ^ 1 << random.below(8);
      return copy;
    }
    case 1: {
      const copy = bytes.slice();
      if (at < copy.length) copy[at] = random.pick(NUMBERS);
      return copy;
    }
    case 2:
      return join(front, back.subarray(length));
    case 3:
      return join(front, back.subarray(0, length), back);
    case 4:
      return join(front, random.pick(TOKENS), back);
    case 5: {
      const start = random.below(other.length + 1);
      return join(front, other.subarray(start, start + 64), back);
    }
    case 6:
      return front;
    default: {
      const copy = bytes.slice();
      const width = random.pick([1, 2, 4]);
      for (let i = 0; i < width && at + i < copy.length; i++) {
        copy[at + i] = random.below(256);
      }
      return copy;
    }
  }
}

function join(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(
    parts.reduce((sum, part) => sum + part.length, 0),
  );
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
