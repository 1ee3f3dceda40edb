import { providePair } from "../lock/provide_pair.ts";
import type { Pin } from "../trust/model.ts";
import type { FieldChange, ReviewSide } from "./model.ts";

/**
 * What of a source's entry is another than before, in the order of the trust
 * list's keys. The anchor goes by its own name, so a change of method shows
 * one that went and one that came.
 */
export function pinChanges(
  old: ReviewSide | undefined,
  next: ReviewSide,
): FieldChange[] {
  const before = old === undefined ? new Map<string, string>() : facts(old);
  const after = facts(next);
  const changes: FieldChange[] = [];
  for (const field of new Set([...after.keys(), ...before.keys()])) {
    const from = before.get(field);
    const to = after.get(field);
    if (from === to) continue;
    changes.push({
      field,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    });
  }
  return changes;
}

function facts({ pin, commit, layout, provides, policy = {} }: ReviewSide) {
  const found = new Map<string, string>([
    ["method", pin.method],
    ["url", pin.url],
    ["ref", pin.ref],
  ]);
  const anchor = anchorOf(pin, commit);
  if (anchor !== undefined) found.set(anchor[0], anchor[1]);
  found.set("layout.skills_root", layout.skillsRoot);
  found.set("layout.evals_root", layout.evalsRoot);
  if (layout.include !== undefined) {
    found.set("layout.include", listText(layout.include));
  }
  found.set(
    "provides",
    listText(provides.map((provide) => providePair(provide).join(": "))),
  );
  // Whom a source may be signed by from now on is no less than what it is now.
  const { keys, signedBy, manifest, allowUnlisted } = policy;
  if (keys !== undefined) found.set("keys", keys);
  if (signedBy !== undefined) found.set("signed_by", listText(signedBy));
  if (manifest !== undefined) found.set("manifest", manifest);
  if (allowUnlisted !== undefined) {
    found.set("allow_unlisted", `${allowUnlisted}`);
  }
  return found;
}

function anchorOf(
  pin: Pin,
  commit: string | undefined,
): readonly [string, string] | undefined {
  switch (pin.method) {
    case "git-tag":
      return ["commit", pin.commit];
    case "svn-zip":
      return ["sha512", pin.sha512];
    case "git-branch":
      return commit === undefined ? undefined : ["commit", commit];
  }
}

/** The order of a list and its repetitions mean nothing. */
function listText(items: readonly string[]): string {
  return `[${[...new Set(items)].toSorted().join(", ")}]`;
}
