/** One digest that a checksum file states, lower case, and the name it is for. */
export interface ChecksumRow {
  /** As written; absent for a bare digest. */
  readonly name?: string;
  readonly digest: string;
}

const DIGITS = 128;

/**
 * The SHA-512 digests of a checksum file, in every layout that Apache projects
 * publish: `sha512sum`, BSD and openssl `SHA512 (name) = …`, `name: …`, a bare
 * digest, and `gpg --print-md`, which writes groups over several lines. Rows
 * of other digests and comments (`#`, `;`) are passed over. Linear in `text`.
 */
export function checksumRows(text: string): ChecksumRow[] {
  const rows: ChecksumRow[] = [];
  let open: { name?: string; digits: string } | undefined;
  const close = () => {
    if (open?.digits.length === DIGITS) {
      const digest = open.digits.toLowerCase();
      rows.push(
        open.name === undefined ? { digest } : { name: open.name, digest },
      );
    }
    open = undefined;
  };
  for (const line of text.replace(/^\ufeff/, "").split(/\r\n|[\r\n]/)) {
    const trimmed = line.trim();
    const digits = hexDigits(trimmed);
    if (digits !== undefined && trimmed !== "") {
      // A line of groups goes on with the digest above it, if that wants more.
      if (open === undefined || open.digits.length >= DIGITS) {
        close();
        open = { digits };
      } else {
        open.digits += digits;
      }
      continue;
    }
    close();
    if (trimmed === "" || /^[#;]/.test(trimmed)) continue;
    const row = tagged(trimmed) ?? listed(trimmed);
    if (row !== undefined) rows.push(row);
    else open = labelled(trimmed);
  }
  close();
  return rows;
}

/** Hex digits with blanks between groups; `undefined` when anything else stands there. */
function hexDigits(text: string): string | undefined {
  return /^[0-9A-Fa-f \t]*$/.test(text)
    ? text.replace(/[ \t]+/g, "")
    : undefined;
}

/** `SHA512 (name) = digest`, `SHA2-512(name)= digest`. */
function tagged(line: string): ChecksumRow | undefined {
  const head = /^SHA(?:2-)?512 ?\(/i.exec(line);
  const close = line.lastIndexOf(")");
  if (head === null || close < head[0].length) return undefined;
  const equals = line.slice(close + 1).trim();
  const digest = equals.startsWith("=") ? equals.slice(1).trim() : "";
  return isDigest(digest)
    ? { name: line.slice(head[0].length, close), digest: digest.toLowerCase() }
    : undefined;
}

/** `digest  name`, `digest *name`; coreutils puts a backslash before an escaped name. */
function listed(line: string): ChecksumRow | undefined {
  const start = line.startsWith("\\") ? 1 : 0;
  const digest = line.slice(start, start + DIGITS);
  const rest = line.slice(start + DIGITS);
  if (!isDigest(digest) || !/^[ \t]/.test(rest)) return undefined;
  const name = rest.trim().replace(/^\*/, "");
  return {
    name: start === 1 ? name.replaceAll("\\\\", "\\") : name,
    digest: digest.toLowerCase(),
  };
}

/** `name: digest`, or the beginning of one, also with `SHA512 = ` between. */
function labelled(line: string): { name: string; digits: string } | undefined {
  const colon = line.lastIndexOf(":");
  if (colon < 1) return undefined;
  const rest = line.slice(colon + 1).trim().replace(/^SHA512 *= */i, "");
  const digits = hexDigits(rest);
  return digits === undefined
    ? undefined
    : { name: line.slice(0, colon).trim(), digits };
}

function isDigest(text: string): boolean {
  return text.length === DIGITS && /^[0-9A-Fa-f]+$/.test(text);
}
