/** Keys of a block of the committed lock, in the order in which they are written. */
export const BLOCK_KEYS = [
  "id",
  "method",
  "url",
  "ref",
  "commit",
  "sha512",
  "selection",
  "content",
  "signer",
  "layout",
  "provides",
  "keys",
  "signed_by",
  "manifest",
  "allow_unlisted",
] as const;

/** Keys of `layout`, in the order in which they are written. */
export const LAYOUT_KEYS = ["skills_root", "evals_root", "include"] as const;
