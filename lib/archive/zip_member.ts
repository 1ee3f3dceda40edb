/** One entry of a zip's central directory. Sizes and offsets are in bytes. */
export interface ZipMember {
  /** The name as written. */
  readonly name: Uint8Array;
  readonly flags: number;
  /** 0 stored, 8 deflate. */
  readonly method: number;
  readonly crc: number;
  readonly compressedSize: number;
  readonly size: number;
  /** Host system that the attributes follow; 3 and 19 are Unix. */
  readonly madeBy: number;
  /** External attributes; the high half is a Unix mode. */
  readonly attributes: number;
  /** Offset of the local header. */
  readonly offset: number;
}

/** Flag of a member whose sizes stand behind its data. */
export const FLAG_DESCRIPTOR = 0x0008;
