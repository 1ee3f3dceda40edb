/** What of a repository a forge's web page shows. */
export interface WebPage {
  /** The repository's own url. */
  readonly repository: string;
  /** The options that ask for the same. */
  readonly options: readonly string[];
}

const FORGES = /^(?:github\.com|gitlab\.com|codeberg\.org|bitbucket\.org)$/i;

/**
 * Recognises the address of a page that a forge shows about a repository,
 * which people copy from their browser, such as
 * `https://github.com/o/r/tree/main/skills`. `undefined` for what may be a
 * repository's own url.
 */
export function webPage(url: string): WebPage | undefined {
  const match = /^(https?:\/\/([^/]+))\/([^?#]+)/.exec(url);
  if (match === null) return undefined;
  const [, origin = "", host = "", path = ""] = match;
  const parts = path.split("/").filter((part) => part !== "");
  const at = parts.findIndex((part, index) => index >= 2 && PAGES.has(part));
  const known = FORGES.test(host);
  // Elsewhere a repository's path may well have a folder called `tree`.
  if (at < 0 || (!known && parts[at] !== "-" && parts[at] !== "src")) {
    return undefined;
  }
  const tail = parts.slice(at).filter((part) => part !== "-");
  return {
    repository: `${origin}/${parts.slice(0, at).join("/")}`,
    options: optionsOf(tail),
  };
}

const PAGES = new Set([
  ...["-", "tree", "blob", "raw", "src", "releases", "tags", "commit"],
  ...["commits", "branches", "issues", "pull", "pulls", "merge_requests"],
  ...["wiki", "actions", "discussions"],
]);

function optionsOf([kind, ...rest]: readonly string[]): string[] {
  switch (kind) {
    case "releases": {
      const tag = rest[0] === "tag" ? rest.slice(1).join("/") : "";
      return tag === "" ? [] : [`--ref ${tag}`];
    }
    case "src":
      return rest[0] === "branch" || rest[0] === "tag"
        ? [...refOf(rest[0], rest[1]), ...rootOf(rest.slice(2))]
        : [];
    case "tree":
      // A tag as often as a branch; the path may belong to its name too.
      return [...refOf("tag", rest[0]), ...rootOf(rest.slice(1))];
    default:
      return [];
  }
}

function refOf(kind: string, ref: string | undefined): string[] {
  if (ref === undefined) return [];
  // What is called so is never a release.
  const branch = kind === "branch" ||
    /^(?:main|master|trunk|develop)$/.test(ref);
  return [...(branch ? ["--method git-branch"] : []), `--ref ${ref}`];
}

function rootOf(parts: readonly string[]): string[] {
  return parts.length === 0 ? [] : [`--skills-root ${parts.join("/")}`];
}
