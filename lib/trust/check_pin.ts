import type { Position } from "../base/position.ts";
import type { RuleName } from "../base/rules.ts";
import type { Descriptor, DescriptorEntry } from "./descriptor.ts";
import type { Pin } from "./model.ts";
import { checkGitRef, checkVersion } from "./ref.ts";
import { checkUrlForMethod } from "./url.ts";

/**
 * Builds the pin of one entry. `merged` supplies method and url, the entry
 * alone ref and anchor. Each fault goes to `fail`; nothing comes back then.
 */
export function checkPin(
  merged: Descriptor,
  entry: DescriptorEntry,
  fail: (rule: RuleName, message: string, at?: Position) => void,
): Pin | undefined {
  const { ref, commit, sha512 } = entry.descriptor;
  const method = merged.method?.value;
  if (method === undefined) return undefined;
  let sound = true;
  const refuse = (rule: RuleName, message: string, at?: Position) => {
    sound = false;
    fail(rule, message, at);
  };

  const anchor = ANCHORS[method];
  for (const key of ["commit", "sha512"] as const) {
    const located = entry.descriptor[key];
    // An anchor that nothing checks would deceive whoever reads the list.
    if (located !== undefined && key !== anchor) {
      refuse(
        "anchor-ignored",
        `\`${key}\` does not pin a source of method \`${method}\`` +
          (anchor === undefined
            ? "; remove it, or use git-tag"
            : `; write \`${anchor}\``),
        located.at,
      );
    }
  }
  const broken = (key: string) => entry.faults.some((f) => f.key === key);
  const missing = [
    ...(ref === undefined && !broken("ref") ? ["ref"] : []),
    ...(anchor !== undefined && entry.descriptor[anchor] === undefined &&
        !broken(anchor)
      ? [anchor]
      : []),
  ];
  if (missing.length > 0) {
    refuse(
      "pin-missing",
      `The entry has no \`${
        missing.join("` and no `")
      }\`; the pin must stand ` +
        "in this list, whatever an organization says",
    );
  }
  if (ref !== undefined) {
    const check = method === "svn-zip" ? checkVersion : checkGitRef;
    const { fault } = check(ref.value);
    if (fault !== undefined) refuse("value-invalid", fault, ref.at);
  }
  if (merged.url !== undefined) {
    const { fault } = checkUrlForMethod(merged.url.value, method);
    if (fault !== undefined) refuse("url-refused", fault, merged.url.at);
  }
  if (!sound || ref === undefined || merged.url === undefined) return undefined;
  const base = { url: merged.url.value, ref: ref.value };
  switch (method) {
    case "git-branch":
      return { method, ...base };
    case "git-tag":
      return commit && { method, ...base, commit: commit.value };
    case "svn-zip":
      return sha512 && { method, ...base, sha512: sha512.value };
  }
}

const ANCHORS = {
  "git-tag": "commit",
  "git-branch": undefined,
  "svn-zip": "sha512",
} as const;
