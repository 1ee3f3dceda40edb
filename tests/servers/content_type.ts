const TYPES = new Map([
  ["zip", "application/zip"],
  ["gz", "application/gzip"],
  ["tgz", "application/gzip"],
  ["html", "text/html"],
  ["sha512", "text/plain"],
]);

/** The media type a plain file server would announce for a path. */
export function contentType(path: string): string {
  const extension = path.slice(path.lastIndexOf(".") + 1);
  return TYPES.get(extension) ?? "application/octet-stream";
}
