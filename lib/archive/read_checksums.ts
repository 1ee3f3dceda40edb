import type { Sha512 } from "../base/ids.ts";
import { type ChecksumRow, checksumRows } from "./checksum_rows.ts";

/** What a published checksum file says about an archive. */
export type ChecksumVerdict =
  | {
    readonly kind: "agrees";
    /** The name of a release candidate that the statement is for. */
    readonly candidate?: string;
  }
  | {
    readonly kind: "differs";
    /** The stated digests that are not the archive's, lower case. */
    readonly stated: readonly string[];
  }
  | {
    readonly kind: "unusable";
    /** Completes "it …". */
    readonly why: string;
  };

/**
 * Compares a published `.sha512` file with an archive's digest (contract
 * section 3). A row counts when its base name is the archive's, or when it has
 * no name; a row for a release candidate of that name only when no other does.
 */
export function readChecksums(
  bytes: Uint8Array,
  archive: string,
  digest: Sha512,
): ChecksumVerdict {
  const text = new TextDecoder().decode(bytes);
  const rows = checksumRows(text);
  const exact = rows.filter((row) =>
    row.name === undefined || baseName(row.name) === archive
  );
  const candidates = rows.filter((row) => isCandidate(row, archive));
  const counting = exact.length > 0 ? exact : candidates;
  if (counting.length === 0) return { kind: "unusable", why: why(text, rows) };
  const stated = [...new Set(counting.map((row) => row.digest))]
    .filter((other) => other !== digest);
  if (stated.length > 0) return { kind: "differs", stated };
  const name = exact.length > 0 ? undefined : candidates[0]?.name;
  return name === undefined
    ? { kind: "agrees" }
    : { kind: "agrees", candidate: baseName(name) };
}

function baseName(name: string): string {
  return name.slice(
    Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1,
  );
}

/** Whether a row names the archive with an `-RC<n>` in between. */
function isCandidate(row: ChecksumRow, archive: string): boolean {
  if (row.name === undefined) return false;
  const name = baseName(row.name);
  return [...name.matchAll(/-rc\d+/gi)].some((match) =>
    name.slice(0, match.index) + name.slice(match.index + match[0].length) ===
      archive
  );
}

function why(text: string, rows: readonly ChecksumRow[]): string {
  if (text.trim() === "") return "is empty";
  if (/^\s*<(?:!doctype html|html)/i.test(text)) return "is an HTML page";
  return rows.length === 0
    ? "holds no SHA-512 digest"
    : "names other files only";
}
