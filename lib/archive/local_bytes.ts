import { SourceError } from "../base/errors.ts";
import { redactUrl } from "../http/redact_url.ts";

const CHUNK_BYTES = 256 * 1024;

/**
 * The bytes of the regular file that a `file://` url names.
 *
 * @throws {SourceError} `not-found` when there is none or it may not be read;
 * `url-refused` for a host other than this machine and for what is no regular
 * file: a link could be turned to another file, a FIFO never ends;
 * `limit-exceeded`.
 */
export async function* localBytes(
  url: string,
  maxBytes: number,
): AsyncGenerator<Uint8Array, void, void> {
  const { hostname, pathname } = new URL(url);
  if (hostname !== "" && hostname !== "localhost") {
    throw new SourceError(
      "url-refused",
      `${redactUrl(url)} names another machine; use https.`,
    );
  }
  const path = decodedPath(pathname);
  if (path === undefined) throw unreadable(url);
  const named = await openable(path, url);
  using file = await Deno.open(path).catch(() => {
    throw unreadable(url);
  });
  const opened = await file.stat();
  if (opened.ino !== named.ino || opened.dev !== named.dev) {
    throw new SourceError(
      "url-refused",
      `${redactUrl(url)} was replaced while it was opened; try again.`,
    );
  }
  if (opened.size > maxBytes) {
    throw new SourceError(
      "limit-exceeded",
      `${redactUrl(url)} is larger than the ${maxBytes} bytes allowed for it.`,
    );
  }
  for (;;) {
    const chunk = new Uint8Array(CHUNK_BYTES);
    const read = await file.read(chunk);
    if (read === null) return;
    yield chunk.subarray(0, read);
  }
}

function decodedPath(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

async function openable(path: string, url: string): Promise<Deno.FileInfo> {
  const info = await Deno.lstat(path).catch(() => {
    throw unreadable(url);
  });
  if (info.isFile) return info;
  throw new SourceError(
    "url-refused",
    `${redactUrl(url)} is no regular file; name the archive itself.`,
  );
}

function unreadable(url: string): SourceError {
  return new SourceError(
    "not-found",
    `${redactUrl(url)} does not exist or may not be read.`,
  );
}
