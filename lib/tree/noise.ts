/** Names that tools leave behind in folders they only read (contract section 7, `snapshot-noise`). */
const NOISE =
  /(?:^|\/)(?:__pycache__\/[^/]+\.(?:pyc\.\d+|nb[ci])|[^/]*\.pyc|\.DS_Store|Thumbs\.db)$/;

/** Whether an unlisted regular file at `path` is what tools leave behind rather than tampering. */
export function isNoise(path: string): boolean {
  return NOISE.test(path);
}
