import { SNAPSHOTS } from "../store/paths.ts";
import { CANONICAL_FOLDER } from "../wiring/agents.ts";
import { relayText, withoutSlash } from "../wiring/link_text.ts";

/** What the text of a link in an agent's folder says that it is. */
export type SkillLink =
  /** Into the folder of the repository's or the framework's own skills. */
  | { readonly kind: "own" | "framework"; readonly skill: string }
  /** Into a snapshot; `path` is relative to its root. */
  | {
    readonly kind: "snapshot";
    readonly source: string;
    readonly path: string;
  }
  /** Through the canonical entry of its own name. */
  | { readonly kind: "relay" }
  | { readonly kind: "other" };

/**
 * Reads the text of a link named `name` in an agent's folder (contract section
 * 6, `lint`): the three bases of canonical entries, and the relay. Nothing is
 * looked up.
 */
export function skillLink(name: string, text: string): SkillLink {
  const plain = withoutSlash(text);
  if (plain === relayText(name)) return { kind: "relay" };
  const own = /^\.\.\/\.\.\/(\.apache-magpie\/)?skills\/([^/]+)$/.exec(plain);
  if (own?.[2] !== undefined && own[2] !== "." && own[2] !== "..") {
    return { kind: own[1] ? "framework" : "own", skill: own[2] };
  }
  const front = `../../${SNAPSHOTS}/`;
  if (plain.startsWith(front)) {
    const [source = "", ...rest] = plain.slice(front.length).split("/");
    const plainParts = rest.every((part) =>
      part !== "" && part !== "." && part !== ".."
    );
    if (rest.length > 0 && plainParts) {
      return { kind: "snapshot", source, path: rest.join("/") };
    }
  }
  return { kind: "other" };
}

/** Whether links in `folder` are the canonical ones. */
export function isCanonicalFolder(folder: string): boolean {
  return folder === CANONICAL_FOLDER;
}
