/** What stands at one path of a tree, links not followed. */
export type Node =
  | { readonly kind: "folder" | "file" | "missing" }
  /** `text`: where it leads to, verbatim. */
  | { readonly kind: "link"; readonly text: string };

/** A tree to be looked at: a working tree, or the files of an archive. */
export type Tree = (path: string) => Node;

/** Where a link leads in the end. */
export type Destination =
  | {
    readonly end: "folder" | "file" | "missing";
    /** What stands there, or the first component that does not. */
    readonly path: string;
    /** The links on the way, in order, the first one left out. */
    readonly through: readonly string[];
  }
  /** `text`: that of the link which is absolute or leads out of the tree. */
  | {
    readonly end: "absolute" | "outside";
    readonly path: string;
    readonly text: string;
  }
  | { readonly end: "cycle"; readonly path: string };

/** Links on one way; git and the systems give up at as many. */
const MAX_LINKS = 40;

/**
 * Follows the link at `path`, whose text is `text`, as the kernel would, but
 * never out of the tree: what lies there is nobody's here to look at.
 */
export function followLink(
  tree: Tree,
  path: string,
  text: string,
): Destination {
  const through: string[] = [];
  let at = path.split("/").slice(0, -1);
  let rest = parts(text);
  let link = { path, text };
  if (isAbsolute(text)) return { end: "absolute", ...link };
  for (;;) {
    const part = rest.shift();
    if (part === undefined) {
      return { end: endOf(tree, at), path: at.join("/"), through };
    }
    if (part === ".") continue;
    if (part === "..") {
      if (at.pop() === undefined) return { end: "outside", ...link };
      continue;
    }
    const next = [...at, part].join("/");
    const node = tree(next);
    if (node.kind === "missing" || node.kind === "file" && rest.length > 0) {
      return { end: "missing", path: next, through };
    }
    if (node.kind !== "link") {
      at = [...at, part];
      continue;
    }
    if (through.length === MAX_LINKS || next === path) {
      return { end: "cycle", path: next };
    }
    through.push(next);
    link = { path: next, text: node.text };
    if (isAbsolute(node.text)) return { end: "absolute", ...link };
    rest = [...parts(node.text), ...rest];
  }
}

function endOf(tree: Tree, at: readonly string[]): "folder" | "file" {
  return at.length > 0 && tree(at.join("/")).kind === "file"
    ? "file"
    : "folder";
}

/** The components; a last `.` stands for a slash at the end, which asks for a folder. */
function parts(text: string): string[] {
  const names = text.split("/").filter((part) => part !== "" && part !== ".");
  return /(?:^|\/)\.?$/.test(text) ? [...names, "."] : names;
}

/** Absolute on any system that may check the repository out. */
function isAbsolute(text: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:)/.test(text);
}
