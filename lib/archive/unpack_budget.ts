import { SourceError } from "../base/errors.ts";
import {
  MAX_COMPRESSION_RATIO,
  MAX_PATHS_BYTES,
  MAX_SOURCE_BYTES,
  MAX_SOURCE_ENTRIES,
  RATIO_FLOOR_BYTES,
} from "../base/limits.ts";
import { printable } from "../report/printable.ts";

/**
 * Counts what one unpacking of an archive produces, so that a small file
 * cannot fill a disk (contract section 3, "Limits, … on produced bytes").
 */
export class UnpackBudget {
  #produced = 0;

  /** `archive` is the file's name, `archiveBytes` its size. */
  constructor(readonly archive: string, readonly archiveBytes: number) {}

  /**
   * Notes `bytes` more.
   *
   * @throws {SourceError} `limit-exceeded`, for the total or for the ratio.
   */
  produce(bytes: number): void {
    this.#produced += bytes;
    if (this.#produced > MAX_SOURCE_BYTES) {
      throw new SourceError(
        "limit-exceeded",
        `${
          printable(this.archive)
        } unpacks to more than the ${MAX_SOURCE_BYTES} bytes that a source may have; narrow it with layout.include.`,
      );
    }
    if (
      this.#produced > RATIO_FLOOR_BYTES &&
      this.#produced > this.archiveBytes * MAX_COMPRESSION_RATIO
    ) {
      throw new SourceError(
        "limit-exceeded",
        `${
          printable(this.archive)
        } unpacks to more than ${MAX_COMPRESSION_RATIO} times its size, as archives made to exhaust a machine do; it is refused.`,
      );
    }
  }
}

/**
 * Refuses an archive whose paths together are too long to be held.
 *
 * @throws {SourceError} `limit-exceeded`.
 */
export function checkPathBytes(archive: string, bytes: number): void {
  if (bytes <= MAX_PATHS_BYTES) return;
  throw new SourceError(
    "limit-exceeded",
    `${
      printable(archive)
    } has paths that together exceed the ${MAX_PATHS_BYTES} bytes that a source may have; it is refused.`,
  );
}

/**
 * Refuses an archive with too many entries.
 *
 * @throws {SourceError} `limit-exceeded`.
 */
export function checkEntryCount(archive: string, count: number): void {
  if (count <= MAX_SOURCE_ENTRIES) return;
  throw new SourceError(
    "limit-exceeded",
    `${
      printable(archive)
    } holds more than the ${MAX_SOURCE_ENTRIES} entries that a source may have; it is refused.`,
  );
}
