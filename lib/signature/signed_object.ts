import { Malformed } from "./malformed.ts";

/** A git object cut into what was signed and the signature. */
export interface SignedObject {
  readonly payload: Uint8Array;
  /** The armored signature. */
  readonly signature: Uint8Array;
}

/** What begins the signature of a tag, in the formats that git knows. */
const BEGINNINGS = [
  "-----BEGIN PGP SIGNATURE-----",
  "-----BEGIN PGP MESSAGE-----",
  "-----BEGIN SIGNED MESSAGE-----",
  "-----BEGIN SSH SIGNATURE-----",
];
const LINE_FEED = 0x0a;
const BLANK = 0x20;

/**
 * Cuts a tag object as git does: the signature begins at the last line that
 * begins one, and headers that sign for the other digest do not count.
 * `undefined` for a tag without a signature.
 */
export function cutTag(raw: Uint8Array): SignedObject | undefined {
  let start: number | undefined;
  for (const { at } of lines(raw)) {
    if (BEGINNINGS.some((text) => beginsWith(raw, at, text))) start = at;
  }
  return start === undefined ? undefined : {
    payload: cutHeaders(raw.subarray(0, start), undefined).payload,
    signature: raw.subarray(start),
  };
}

/**
 * Cuts a commit object: the signature is the header for the repository's own
 * digest, its continuation lines without their blank, and what was signed is
 * the rest without any such header, byte for byte. `undefined` for a commit
 * without one. Throws {@linkcode Malformed} when it has two, of which readers
 * could take either.
 */
export function cutCommit(
  raw: Uint8Array,
  format: "sha1" | "sha256",
): SignedObject | undefined {
  const header = format === "sha1" ? "gpgsig" : "gpgsig-sha256";
  const { payload, values } = cutHeaders(raw, header);
  if (values.length > 1) throw new Malformed("stands there twice");
  const signature = values[0];
  return signature === undefined ? undefined : { payload, signature };
}

/** Takes every `gpgsig` header out of an object and keeps the values of `own`. */
function cutHeaders(
  raw: Uint8Array,
  own: string | undefined,
): { readonly payload: Uint8Array; readonly values: Uint8Array[] } {
  const kept: Uint8Array[] = [];
  const values: Uint8Array[][] = [];
  let inside: "own" | "other" | undefined;
  for (const { at, end } of lines(raw)) {
    if (raw[at] === LINE_FEED) {
      // The message follows, in which such a line is only text.
      kept.push(raw.subarray(at));
      break;
    }
    if (inside !== undefined && raw[at] === BLANK) {
      if (inside === "own") values.at(-1)!.push(raw.subarray(at + 1, end));
      continue;
    }
    inside = undefined;
    if (own !== undefined && beginsWith(raw, at, `${own} `)) {
      inside = "own";
      values.push([raw.subarray(at + own.length + 1, end)]);
    } else if (beginsWith(raw, at, "gpgsig")) inside = "other";
    else kept.push(raw.subarray(at, end));
  }
  return { payload: concat(kept), values: values.map(concat) };
}

/** The lines of `raw`, each with its line feed. */
function* lines(
  raw: Uint8Array,
): Generator<{ readonly at: number; readonly end: number }> {
  for (let at = 0; at < raw.length;) {
    const found = raw.indexOf(LINE_FEED, at);
    const end = found < 0 ? raw.length : found + 1;
    yield { at, end };
    at = end;
  }
}

function beginsWith(raw: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (raw[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(
    parts.reduce((sum, { length }) => sum + length, 0),
  );
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
