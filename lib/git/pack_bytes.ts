/**
 * The bytes of a pack or of its index, read by place. Small packs lie in
 * memory, large ones in a file, and no reader can tell.
 */
export interface PackBytes {
  /** Bytes that may be read: of a pack, everything before its checksum. */
  readonly length: number;
  /**
   * Bytes from `offset`: `wanted` or more of them, fewer only at the end. The
   * view holds until the next call. Reads synchronously.
   */
  view(offset: number, wanted: number): Uint8Array;
  /** Closes the file and removes it when it is a temporary one. */
  close(): void;
}

/** Bytes that lie in memory. */
export function memoryBytes(bytes: Uint8Array): PackBytes {
  return {
    length: bytes.length,
    view: (offset) => bytes.subarray(offset),
    close: () => {},
  };
}

/** How {@linkcode fileBytes} reads. */
export interface FileBytesOptions {
  /** Bytes read at a time; 256 KiB unless given. */
  readonly window?: number;
  /** Runs after the file is closed. */
  readonly onClose?: () => void;
}

/** Bytes of an open file, of which the first `length` may be read. */
export function fileBytes(
  file: Deno.FsFile,
  length: number,
  options: FileBytesOptions = {},
): PackBytes {
  const window = options.window ?? 256 * 1024;
  let buffer = new Uint8Array(window);
  let start = 0;
  let end = 0;
  return {
    length,
    view(offset, wanted) {
      const need = Math.min(wanted, length - offset);
      if (offset < start || offset + need > end) {
        // One oversized read does not keep its buffer.
        if (need > buffer.length || buffer.length > window) {
          buffer = new Uint8Array(Math.max(need, window));
        }
        start = offset;
        end = offset;
        const goal = Math.min(offset + buffer.length, length);
        file.seekSync(offset, Deno.SeekMode.Start);
        while (end < goal) {
          const got = file.readSync(buffer.subarray(end - start, goal - start));
          if (got === null) break;
          end += got;
        }
      }
      return buffer.subarray(offset - start, Math.max(end - start, 0));
    },
    close() {
      file.close();
      options.onClose?.();
    },
  };
}
