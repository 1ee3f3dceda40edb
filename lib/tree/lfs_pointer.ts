const FIRST_LINE = new TextEncoder().encode(
  "version https://git-lfs.github.com/spec/v1\n",
);

/** Bytes beyond which no Git LFS pointer goes, by the format's own specification. */
export const MAX_LFS_POINTER_BYTES = 1024;

/** Whether a file of at most {@linkcode MAX_LFS_POINTER_BYTES} that begins with `head` is a Git LFS pointer. */
export function isLfsPointer(head: Uint8Array): boolean {
  return head.byteLength > FIRST_LINE.byteLength &&
    FIRST_LINE.every((byte, i) => head[i] === byte);
}
