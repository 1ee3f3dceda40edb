import { UsageError } from "../base/errors.ts";
import { MAX_ADOPTER_LIST_BYTES } from "../base/limits.ts";

/**
 * Reads the caller's own list of repositories, wherever it stands: a file, or
 * a pipe (`<(gh repo list …)`), which nobody may ever write into or end. So an
 * interruption ends the wait, and no more is read than a list may have.
 *
 * @param path absolute
 * @param shown name for messages, printable
 * @throws {UsageError} `usage` when it cannot be read, `limit-exceeded` above
 * {@linkcode MAX_ADOPTER_LIST_BYTES}
 */
export async function readListFile(
  path: string,
  shown: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  signal.throwIfAborted();
  const interrupted = Promise.withResolvers<never>();
  const stop = () => interrupted.reject(signal.reason);
  signal.addEventListener("abort", stop);
  try {
    return await Promise.race([readBounded(path, shown), interrupted.promise]);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UsageError) throw error;
    if (!(error instanceof Error) || error.name === "NotCapable") throw error;
    throw new UsageError(
      "usage",
      `${shown} cannot be read; name a file of repository urls, one a line.`,
      { cause: error },
    );
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

async function readBounded(path: string, shown: string): Promise<Uint8Array> {
  // A synchronous call on a pipe would stop the signals too.
  using file = await Deno.open(path);
  const bytes = new Uint8Array(MAX_ADOPTER_LIST_BYTES + 1);
  let length = 0;
  while (length < bytes.length) {
    const size = await file.read(bytes.subarray(length));
    if (size === null) return bytes.subarray(0, length);
    length += size;
  }
  throw new UsageError(
    "limit-exceeded",
    `${shown} is larger than ${MAX_ADOPTER_LIST_BYTES} bytes; split it.`,
  );
}
