import { dirname, join } from "node:path";
import { ConfigError, HostError } from "../base/errors.ts";
import { MAX_LAYER_FILE_BYTES } from "../base/limits.ts";
import { readRegular } from "../repository/read_regular.ts";
import { folderState } from "../repository/real_folder.ts";
import { atomicWrite, fingerprint } from "../store/atomic_write.ts";
import { diskError } from "../store/disk_error.ts";

/**
 * Replaces a file of a repository that curates, in one rename. It is staged
 * beside its place: such a repository has no folder of snapshots. Missing
 * folders above it are made; none is reached through a link.
 *
 * @param before what the new bytes were made of
 * @throws {HostError} `disk-error`, also when it was changed meanwhile
 * @throws {ConfigError} `layer-is-a-link`
 */
export function writeBeside(
  root: string,
  path: string,
  before: Uint8Array | undefined,
  bytes: Uint8Array,
): void {
  const folder = dirname(path);
  const { state } = folderState(root, folder);
  if (state === "absent") {
    try {
      Deno.mkdirSync(join(root, folder), { recursive: true });
    } catch (error) {
      throw diskError(error, "make", folder);
    }
  } else if (state !== "folder") {
    throw new ConfigError(
      "layer-is-a-link",
      `${folder} is no real folder; put one there and run again`,
      { path: folder },
    );
  }
  const standing = readRegular(root, path, MAX_LAYER_FILE_BYTES);
  if (fingerprint(standing) !== fingerprint(before)) {
    throw new HostError(
      "disk-error",
      `${path} was changed meanwhile; it is left as it is, run again`,
      { path },
    );
  }
  atomicWrite(root, path, bytes, null);
}
