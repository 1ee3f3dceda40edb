import { isDotGit } from "./dot_git.ts";
import { parent } from "./folders_above.ts";
import type { LinkResolver } from "./link_resolver.ts";

/**
 * Why the text of the link at `path` is refused whatever the tree holds, or
 * `undefined`: it is no relative path, or climbs above the snapshot's root.
 */
export function linkTextFault(
  path: string,
  text: string | undefined,
): string | undefined {
  if (text === undefined) return "is a link whose text is not UTF-8";
  if (text === "") return "is a link without a text";
  if (/^(?:[/\\]|[A-Za-z]:)/.test(text)) return "is an absolute link";
  // deno-lint-ignore no-control-regex -- control characters are the attack
  if (/[\\\u0000-\u001f\u007f-\u009f]/.test(text)) {
    return "is a link whose text holds a backslash or a control character";
  }
  let depth = path.split("/").length - 1;
  for (const name of text.split("/")) {
    if (isDotGit(name)) return "is a link to a `.git`";
    if (name === "..") depth--;
    else if (name !== "" && name !== ".") depth++;
    if (depth < 0) return "is a link that leaves the snapshot";
  }
  return undefined;
}

/**
 * Why the link at `path` is refused for where it leads in its tree, or
 * `undefined`. A link to a folder around itself makes every walk endless.
 */
export function linkPlaceFault(
  path: string,
  resolver: LinkResolver,
): string | undefined {
  const found = resolver.resolve(path);
  if (found === "outside") return "is a link that leaves the snapshot";
  if (found === "nowhere") return undefined;
  const folder = parent(path);
  return found.to === "" || found.to === folder ||
      folder.startsWith(`${found.to}/`)
    ? "is a link to its own folder or one above"
    : undefined;
}

/** What is odd about a link that is kept, or `undefined`. */
export function linkOddity(
  path: string,
  resolver: LinkResolver,
): string | undefined {
  const found = resolver.resolve(path);
  if (found === "nowhere") return "is a link that leads nowhere";
  if (found !== "outside" && found.hops > 1) {
    return "is a link over another link";
  }
  return /(?:^|\/)SKILL\.md$/.test(path)
    ? "is a link where a file is expected"
    : undefined;
}
