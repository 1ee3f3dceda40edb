/**
 * Why the two readers may judge a file differently; `docs/compatibility.md`
 * explains each. `stricter`: refused, or not seen, here alone. `wider`:
 * accepted, or seen, here alone.
 */
export const REASONS = {
  "anchor": "stricter",
  "bidi": "stricter",
  "duplicate-id": "stricter",
  "duplicate-key": "stricter",
  "encoded-structure": "stricter",
  "fence-indent": "stricter",
  "grammar": "stricter",
  "hidden-fence": "stricter",
  "pointer-path": "stricter",
  "provides-shape": "stricter",
  "unclosed-fence": "stricter",
  "unknown-key": "stricter",
  "url": "stricter",
  "comment-after-value": "wider",
  "fence-form": "wider",
  "flow-style": "wider",
  "name-optional": "wider",
  "organization-default": "wider",
  "pointer-bytes": "wider",
  "pointer-organization": "wider",
  "pointer-quotes": "wider",
} as const;

/** The name of one reason. */
export type Reason = keyof typeof REASONS;
