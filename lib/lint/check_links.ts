import type { Adopter } from "../adopter/load_adopter.ts";
import type { Finding, Level } from "../base/finding.ts";
import { printable } from "../report/printable.ts";
import type { IndexEntry } from "../repository/index_entries.ts";
import { SNAPSHOTS } from "../store/paths.ts";
import { foldName } from "../tree/case_fold.ts";
import { AGENTS } from "../wiring/agents.ts";
import { relayText, withoutSlash } from "../wiring/link_text.ts";
import { scanLinks } from "../wiring/scan_links.ts";
import { type StandingEntry, standingPath } from "../wiring/standing.ts";
import { checkDestination } from "./check_destination.ts";
import { checkForm } from "./check_form.ts";
import { followLink, type Tree } from "./follow_link.ts";
import { lintFinding } from "./lint_finding.ts";
import { skillCycles } from "./skill_cycles.ts";
import { isCanonicalFolder, skillLink } from "./skill_link.ts";
import { diskPaths } from "./working_tree.ts";

/** Whose content git does not track. */
const GENERATED = [`${SNAPSHOTS}/`, ".apache-magpie/"];

/** What the rules of links look at. */
export interface LinkInput {
  readonly adopter: Adopter;
  readonly tree: Tree;
  /** Prefixes that links of skills carry. */
  readonly prefixes: readonly string[];
  /** The links that the index holds. */
  readonly committed: readonly IndexEntry[];
}

/**
 * Holds every link in the agents' folders, and every committed link, against
 * the rules of contract section 6 (`lint`). What stands under another name
 * than a skill's link is the user's own: it is held to what is true of any
 * link, as a warning, and outside the agents' folders as a note.
 */
export function checkLinks(input: LinkInput): Finding[] {
  const { adopter, tree, prefixes, committed } = input;
  const standing = scanLinks(adopter.root, [""]);
  const tracked = new Set(committed.map(({ path }) => path));
  const places = new Set(standing.map(standingPath));
  const elsewhere = committed.filter(({ path }) => !places.has(path));
  // Canonical entries come first: a relay through a faulty one has no fault of
  // its own.
  const faulty = new Set<string>();
  return [
    ...standing.flatMap((entry): Finding[] => {
      switch (entry.kind) {
        case "symlink": {
          if (faulty.has(withoutSlash(entry.text ?? ""))) return [];
          const found = checkLink(input, entry, tracked);
          const error = found.some(({ level }) => level === "error");
          if (error && isCanonicalFolder(entry.folder)) {
            faulty.add(relayText(entry.name));
          }
          return found;
        }
        case "file":
          return entry.text === undefined
            ? []
            : [textFile(entry, tracked.has(standingPath(entry)))];
        default:
          return [];
      }
    }),
    ...caseTwins(adopter, standing),
    ...folderTwins(adopter),
    ...skillCycles(
      tree,
      diskPaths(adopter.root, adopter.snapshotsRoot),
      new Set(standing.map(({ folder }) => folder)),
      // What a package manager links below a skill is nobody's to commit.
      (path) =>
        places.has(path) || tracked.has(path) ||
        GENERATED.some((folder) => path.startsWith(folder)) ||
        adopter.tracked.below(`${path}/`).length > 0,
      places,
    ),
    ...elsewhere.flatMap(({ path }): Finding[] => {
      const node = tree(path);
      if (node.kind !== "link") return [];
      if (leadsIntoSnapshots(tree, path, node.text)) {
        const isTarget = AGENTS.some(({ folder }) =>
          `${folder}/`.startsWith(`${path}/`)
        );
        return [committedLink(path, isTarget ? "error" : "warning")];
      }
      const found = checkDestination(adopter, tree, {
        path,
        text: node.text,
        level: skillOf(path.slice(path.lastIndexOf("/") + 1), prefixes)
          ? "warning"
          : "note",
      });
      return found === undefined ? [] : [found];
    }),
  ];
}

/** Where what a source provides is passed by: each of its files lies there. */
function leadsIntoSnapshots(tree: Tree, path: string, text: string): boolean {
  const end = followLink(tree, path, text);
  return end.end !== "absolute" && end.end !== "outside" &&
    foldName(`${end.path}/`).startsWith(`${SNAPSHOTS}/`);
}

function committedLink(path: string, level: Level): Finding {
  const shown = printable(path);
  return lintFinding(
    "tracked-generated",
    level,
    shown,
    "is committed, and leads to what each checkout fetches for itself",
    `git rm --cached ${shown} and commit`,
  );
}

function checkLink(
  { adopter, tree, prefixes }: LinkInput,
  link: StandingEntry,
  tracked: ReadonlySet<string>,
): Finding[] {
  const path = standingPath(link);
  const { text = "", name } = link;
  const form = skillLink(name, text);
  const skill = skillOf(name, prefixes);
  const ours = skill !== undefined || form.kind === "snapshot";
  const end = checkDestination(adopter, tree, {
    path,
    text,
    level: ours ? "error" : "warning",
  });
  // A link that leads nowhere because of its text is one fault, not two.
  const shape = skill === undefined
    ? undefined
    : checkForm(link, skill, adopter);
  const found = end?.level === "note" ? shape ?? end : moreTelling(end, shape);
  const committed = tracked.has(path) &&
    (form.kind === "snapshot" || leadsIntoSnapshots(tree, path, text));
  const generated = committed ? [committedLink(path, "error")] : [];
  return found === undefined ? generated : [found, ...generated];
}

/** Circles and ways out say more than that the text is not the wanted one; a dead end says less. */
function moreTelling(
  end: Finding | undefined,
  shape: Finding | undefined,
): Finding | undefined {
  return end === undefined || end.rule === "link-dangling" ? shape ?? end : end;
}

function skillOf(
  name: string,
  prefixes: readonly string[],
): string | undefined {
  const prefix = prefixes.find((each) =>
    name.startsWith(each) && name.length > each.length
  );
  return prefix === undefined ? undefined : name.slice(prefix.length);
}

/** A link that git wrote, or somebody committed, as a text file. */
function textFile(entry: StandingEntry, committedAsLink: boolean): Finding {
  const path = standingPath(entry);
  const text = printable(entry.text ?? "");
  return lintFinding(
    "link-not-a-link",
    "error",
    path,
    `is a text file that holds the path ${text} where a link belongs`,
    committedAsLink
      ? `git config core.symlinks true && git checkout -- ${path}`
      : `rm ${path} && ln -s ${text} ${path} && git add ${path}`,
  );
}

/** Names of one folder that are one name on a disk that ignores case. */
function caseTwins(
  { tracked }: Adopter,
  standing: readonly StandingEntry[],
): Finding[] {
  return AGENTS.flatMap(({ folder }) => {
    const names = new Set([
      ...standing.filter((entry) => entry.folder === folder)
        .map(({ name }) => name),
      ...tracked.below(`${folder}/`)
        .map((path) => path.slice(folder.length + 1).split("/")[0] ?? ""),
    ]);
    const groups = Map.groupBy(names, foldName);
    return [...groups.values()].filter((twins) => twins.length > 1)
      .map((twins) =>
        lintFinding(
          "link-case-twins",
          "error",
          `${folder}/${twins.sort()[0]}`,
          `and ${
            twins.slice(1).map((name) => printable(name)).join(", ")
          } are one name on a disk that ignores case`,
          `rename or remove all but one of them`,
        )
      );
  });
}

/** Tracked folders that are an agent's on a disk that ignores case, and nobody's elsewhere. */
function folderTwins({ tracked }: Adopter): Finding[] {
  const folders = new Set(
    tracked.below(".").map((path) => path.split("/", 2).join("/")),
  );
  return [...folders].flatMap((path): Finding[] => {
    const agent = AGENTS.find(({ folder }) => folder === foldName(path));
    if (agent === undefined || agent.folder === path) return [];
    const shown = printable(path);
    return [lintFinding(
      "link-case-twins",
      "error",
      shown,
      `and ${agent.folder} are one folder on a disk that ignores case`,
      `git mv ${shown} ${agent.folder}, or remove it`,
    )];
  });
}
