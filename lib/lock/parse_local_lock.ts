import { ConfigError } from "../base/errors.ts";
import { contentDigest } from "../base/ids.ts";
import { accept, type Checked, refuse } from "../trust/checked.ts";
import {
  checkCommit,
  checkId,
  checkMethod,
  checkSha512,
} from "../trust/grammar.ts";
import type { YamlNode } from "../yaml/node.ts";
import { parseYaml } from "../yaml/parse_yaml.ts";
import { YamlError } from "../yaml/yaml_error.ts";
import { BlockReader } from "./block_reader.ts";
import { decodeLock } from "./decode_lock.ts";
import type { LocalBlock, LocalLock } from "./model.ts";

/** A local lock, or why there is none to use. */
export type LocalLockReading =
  | { readonly lock: LocalLock; readonly reason?: never }
  | { readonly lock?: never; readonly reason: string };

/**
 * Reads the local lock, `undefined` for a file that is not there. Never
 * throws: what is missing or broken is rebuilt (contract section 4), and
 * `reason` is the sentence for the warning. Unknown keys are passed over.
 *
 * The checkout's choice of agents stands as `agents` in every block, so that
 * the file stays the list of blocks that RFC-AI-0006 describes; a local lock
 * without blocks holds none.
 */
export function parseLocalLock(
  input: Uint8Array | string | undefined,
  file: string,
): LocalLockReading {
  if (input === undefined) return { reason: "There is no local lock" };
  const text = decodeLock(input);
  if (typeof text !== "string") {
    return { reason: `The local lock ${file} is broken: ${text.fault}` };
  }
  try {
    return { lock: readLock(parseYaml(text, { file }), file) };
  } catch (error) {
    if (error instanceof YamlError) {
      return { reason: `The local lock is broken: ${error}` };
    }
    if (!(error instanceof ConfigError)) throw error;
    return { reason: `The local lock is broken: ${error.message}` };
  }
}

function readLock(root: YamlNode | undefined, file: string): LocalLock {
  if (root?.kind !== "sequence") {
    throw new ConfigError("lock-invalid", `${file} is no list of blocks`);
  }
  const blocks: LocalBlock[] = [];
  const seen = new Set<string>();
  let agents: readonly string[] | undefined;
  for (const item of root.items) {
    if (item.kind !== "mapping") {
      throw new ConfigError(
        "lock-invalid",
        `${file} holds an item that is no block`,
      );
    }
    const reader = new BlockReader(item, file);
    const block = readLocalBlock(reader);
    if (seen.has(block.id)) reader.fail(item, "This id has two blocks");
    seen.add(block.id);
    blocks.push(block);
    agents ??= reader.list("agents")
      ?.map((agent) => reader.value(agent, "agents", checkWord));
  }
  return { blocks, ...(agents === undefined ? {} : { agents }) };
}

function readLocalBlock(reader: BlockReader): LocalBlock {
  const fetchedCommit = reader.checked("fetched_commit", checkCommit);
  const fetchedSha512 = reader.checked("fetched_sha512", checkSha512);
  const content = reader.checked("content", checkContent);
  const skills = reader.list("skills")?.map((item) => {
    if (item.kind !== "mapping") {
      return reader.fail(item, "An item of `skills` must be a mapping");
    }
    return new BlockReader(item, reader.file).demanded("skill", checkWord);
  });
  return {
    id: reader.demanded("id", checkId),
    method: reader.demanded("source_method", checkMethod),
    url: reader.demanded("source_url", accept),
    ref: reader.demanded("source_ref", accept),
    ...(fetchedCommit === undefined ? {} : { fetchedCommit }),
    ...(fetchedSha512 === undefined ? {} : { fetchedSha512 }),
    fetchedAt: reader.demanded("fetched_at", checkTime),
    ...(content === undefined ? {} : { content }),
    ...(skills === undefined ? {} : { skills }),
  };
}

function checkContent(
  text: string,
): Checked<NonNullable<LocalBlock["content"]>> {
  const value = contentDigest(text);
  return value === undefined
    ? refuse("The `content` must be 64 hexadecimal digits")
    : accept(value);
}

/** A file or agent name; it chooses no path, but must not grow without bound either. */
function checkWord(text: string): Checked<string> {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(text)
    ? accept(text)
    : refuse("A name must be letters, digits and `. _ -`");
}

function checkTime(text: string): Checked<string> {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(text)
    ? accept(text)
    : refuse("The `fetched_at` must be a time such as 2026-01-31T12:00:00Z");
}
