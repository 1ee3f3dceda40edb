import { contentDigest } from "../base/ids.ts";
import { accept, type Checked, refuse } from "../trust/checked.ts";
import {
  checkAllowUnlisted,
  checkCommit,
  checkFamily,
  checkFingerprint,
  checkId,
  checkManifest,
  checkMethod,
  checkSha512,
  checkSkill,
} from "../trust/grammar.ts";
import { checkKeys } from "../trust/keys.ts";
import type { Pin, Policy, Provide } from "../trust/model.ts";
import { checkLayoutPath } from "../trust/paths.ts";
import { checkGitRef, checkVersion } from "../trust/ref.ts";
import { checkUrl, checkUrlForMethod } from "../trust/url.ts";
import type { BlockReader } from "./block_reader.ts";
import { extraText } from "./extra_text.ts";
import { BLOCK_KEYS, LAYOUT_KEYS } from "./keys.ts";
import type { LockBlock, LockLayout } from "./model.ts";

/**
 * Reads one block of the committed lock; `text` is the lock's. Its values are
 * held to the grammar of the trust list, because locked facts stand in where
 * no organization file is on disk (contract section 1).
 *
 * Throws `ConfigError` (`lock-invalid`).
 */
export function readBlock(reader: BlockReader, text: string): LockBlock {
  const extensions = reader.extensions(BLOCK_KEYS, "The committed lock");
  const id = reader.demanded("id", checkId);
  const pin = readPin(reader);
  if (pin.method === "git-branch") refuseAnchored(reader);
  const extra = new Map(extensions.map((entry) => [
    entry.key.value,
    extraText(text, reader.mapping, entry) ??
      reader.fail(entry.key, "An x- key must be written as `key: value`"),
  ]));
  const layout = readLayout(reader);
  const provides = readProvides(reader);
  const selection = reader.checked("selection", checkSelection);
  const content = reader.checked("content", checkContent);
  const signer = reader.checked("signer", checkFingerprint);
  return {
    id,
    pin,
    ...(selection === undefined ? {} : { selection }),
    ...(content === undefined ? {} : { content }),
    ...(signer === undefined ? {} : { signer }),
    ...(layout === undefined ? {} : { layout }),
    ...(provides === undefined ? {} : { provides }),
    policy: readPolicy(reader),
    ...(extra.size === 0 ? {} : { extra }),
    line: reader.mapping.span.line,
  };
}

function readPin(reader: BlockReader): Pin {
  const method = reader.demanded("method", checkMethod);
  const checked = reader.demanded("url", checkUrl);
  const url = reader.demanded("url", () => checkUrlForMethod(checked, method));
  const ref = reader.demanded(
    "ref",
    method === "svn-zip" ? checkVersion : checkGitRef,
  );
  for (const key of ["commit", "sha512"]) {
    const node = reader.node(key);
    if (node !== undefined && ANCHORS[method] !== key) {
      reader.fail(node, `The key \`${key}\` is no anchor of ${method}`);
    }
  }
  switch (method) {
    case "git-tag":
      return {
        method,
        url,
        ref,
        commit: reader.demanded("commit", checkCommit),
      };
    case "svn-zip":
      return {
        method,
        url,
        ref,
        sha512: reader.demanded("sha512", checkSha512),
      };
    case "git-branch":
      return { method, url, ref };
  }
}

const ANCHORS = {
  "git-tag": "commit",
  "svn-zip": "sha512",
  "git-branch": undefined,
} as const;

/** A branch has no anchor, so nothing that was once fetched from it is locked. */
function refuseAnchored(reader: BlockReader): void {
  for (const key of ["selection", "content", "signer"]) {
    const node = reader.node(key);
    if (node !== undefined) {
      reader.fail(node, `The block of a git-branch cannot hold \`${key}\``);
    }
  }
}

function readLayout(block: BlockReader): LockLayout | undefined {
  const reader = block.nested("layout");
  if (reader === undefined) return undefined;
  const extension = reader.extensions(LAYOUT_KEYS, "A layout")[0];
  if (extension !== undefined) {
    reader.fail(
      extension.key,
      "An x- key stands beside `layout`, not inside it",
    );
  }
  const path = (key: string) => (text: string) => checkLayoutPath(text, key);
  const skillsRoot = reader.checked("skills_root", path("skills_root"));
  const evalsRoot = reader.checked("evals_root", path("evals_root"));
  const include = reader.list("include")
    ?.map((item) => reader.value(item, "include", path("include")));
  const layout = {
    ...(skillsRoot === undefined ? {} : { skillsRoot }),
    ...(evalsRoot === undefined ? {} : { evalsRoot }),
    ...(include === undefined ? {} : { include }),
  };
  return Object.keys(layout).length === 0 ? undefined : layout;
}

function readProvides(reader: BlockReader): Provide[] | undefined {
  const items = reader.list("provides");
  if (items?.length === 0) {
    reader.fail(reader.mapping, "The list `provides` must not be empty");
  }
  return items?.map((item): Provide => {
    const entry = item.kind === "mapping" && item.entries.length === 1
      ? item.entries[0]
      : undefined;
    switch (entry?.key.value) {
      case "skill":
        return { skill: reader.value(entry.value, "skill", checkSkill) };
      case "family":
        return { family: reader.value(entry.value, "family", checkFamily) };
      default:
        return reader.fail(
          item,
          "An item of `provides` must be `skill: <name>` or `family: <prefix>-*`",
        );
    }
  });
}

function readPolicy(reader: BlockReader): Policy {
  const keys = reader.checked("keys", checkKeys);
  const signedBy = reader.list("signed_by")
    ?.map((item) => reader.value(item, "signed_by", checkFingerprint));
  const manifest = reader.checked("manifest", checkManifest);
  const allowUnlisted = reader.checked("allow_unlisted", checkAllowUnlisted);
  return {
    ...(keys === undefined ? {} : { keys }),
    ...(signedBy === undefined ? {} : { signedBy }),
    ...(manifest === undefined ? {} : { manifest }),
    ...(allowUnlisted === undefined ? {} : { allowUnlisted }),
  };
}

function checkSelection(text: string): Checked<string> {
  return /^[1-9][0-9]{0,5}$/.test(text)
    ? accept(text)
    : refuse("The `selection` must be the number of a selection rule");
}

function checkContent(
  text: string,
): Checked<NonNullable<LockBlock["content"]>> {
  const value = contentDigest(text);
  return value === undefined
    ? refuse("The `content` must be 64 lower-case hexadecimal digits")
    : accept(value);
}
