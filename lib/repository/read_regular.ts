import { dirname, join } from "node:path";
import { ConfigError } from "../base/errors.ts";
import type { RuleName } from "../base/rules.ts";
import { folderState, lstatOrUndefined } from "./real_folder.ts";

/**
 * Reads a file of the adopter: a regular file that is reached from `root`
 * through real folders only (contract section 2). A link could make the tool
 * read, and quote in its messages, a file from anywhere on the machine; a
 * FIFO would hang it, so neither is ever opened.
 *
 * @param root Absolute path of the checkout.
 * @param relativePath Path below `root`, with `/`.
 * @param maxBytes Bytes above which the file is refused.
 * @param tooLarge Rule that a file over `maxBytes` breaks.
 * @returns The bytes, or undefined when no such file exists.
 * @throws {ConfigError} `layer-is-a-link`, or `tooLarge`.
 */
export function readRegular(
  root: string,
  relativePath: string,
  maxBytes: number,
  tooLarge: RuleName = "layer-encoding",
): Uint8Array | undefined {
  const parent = dirname(relativePath);
  if (parent !== ".") {
    const above = folderState(root, parent);
    if (above.state === "link") throw linkOnTheWay(relativePath, above.at);
    if (above.state !== "folder") return undefined;
  }
  const path = join(root, relativePath);
  const info = lstatOrUndefined(path);
  if (info === undefined) return undefined;
  if (info.isSymlink) throw linkOnTheWay(relativePath, relativePath);
  if (!info.isFile) {
    throw new ConfigError(
      "layer-is-a-link",
      `${relativePath} is ${
        info.isDirectory ? "a folder" : "no regular file"
      }: put a regular file there or remove it`,
      { path: relativePath },
    );
  }
  const bytes = readSame(path, info, maxBytes);
  if (bytes === undefined) {
    throw new ConfigError(
      "layer-is-a-link",
      `${relativePath} was replaced while it was read: run the command again`,
      { path: relativePath },
    );
  }
  if (bytes.length > maxBytes) {
    throw new ConfigError(
      tooLarge,
      `${relativePath} is larger than ${maxBytes} bytes: make it smaller`,
      { path: relativePath },
    );
  }
  return bytes;
}

function linkOnTheWay(path: string, at: string): ConfigError {
  return new ConfigError(
    "layer-is-a-link",
    at === path
      ? `${path} is a symbolic link: put the file itself there`
      : `${path} is reached through the symbolic link ${at}: put a real folder there`,
    { path },
  );
}

/**
 * The first `maxBytes + 1` bytes of the file that `expected` describes;
 * undefined when another file took its place between `lstat` and `open`.
 */
function readSame(
  path: string,
  expected: Deno.FileInfo,
  maxBytes: number,
): Uint8Array | undefined {
  using file = Deno.openSync(path, { read: true });
  const opened = file.statSync();
  if (opened.ino !== expected.ino || opened.dev !== expected.dev) {
    return undefined;
  }
  const bytes = new Uint8Array(Math.min(opened.size, maxBytes) + 1);
  let length = 0;
  while (length < bytes.length) {
    const read = file.readSync(bytes.subarray(length));
    if (read === null) break;
    length += read;
  }
  return bytes.subarray(0, length);
}
