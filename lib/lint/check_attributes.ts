import { join } from "node:path";
import type { Adopter } from "../adopter/load_adopter.ts";
import type { Finding } from "../base/finding.ts";
import { printable } from "../report/printable.ts";
import { readGitFileBytes } from "../repository/git_dir.ts";
import { pathAttribute } from "../repository/path_attribute.ts";
import { folderState } from "../repository/real_folder.ts";
import { COMMITTED_LOCK } from "../store/paths.ts";
import { isKeysUrl } from "../trust/keys.ts";
import { lintFinding } from "./lint_finding.ts";

/** Attributes by which git writes other bytes to a checkout than a commit holds. */
const CONVERTING = ["working-tree-encoding", "filter"];

/** Files of contract section 1 that trust is read from. */
const LAYER =
  /^(?:\.apache-magpie(?:-overrides)?\/)?(?:organizations\/[^/]+\/skill-sources\.md|docs\/skill-sources\/registry\.md)$|^(?:\.apache-magpie-overrides\/)?skill-sources\.md$|^\.apache-magpie-overrides\/project\.md$/;

/** What the paths of such files begin with. */
const PLACES = [
  ".apache-magpie",
  "docs/skill-sources/registry.md",
  "organizations/",
  "skill-sources.md",
];

/**
 * Files that trust is read from and that git converts when it checks them out:
 * a forge and a review show what the commit holds, and there a fence need not
 * be one. Line ends and `ident` change nothing that is read.
 */
export function checkAttributes(adopter: Adopter): Finding[] {
  const { repository, root, tracked, trust } = adopter;
  const { commonDir } = repository;
  if (commonDir === undefined) return [];
  const keys = new Set<string | undefined>(
    trust.sources.map(({ policy }) => policy.keys),
  );
  const paths = [
    ...PLACES.flatMap((place) => tracked.below(place)),
    ...[...keys].flatMap((path) =>
      path !== undefined && !isKeysUrl(path) && tracked.has(path) ? [path] : []
    ),
  ].filter((path) =>
    LAYER.test(path) || path === COMMITTED_LOCK || keys.has(path)
  );
  const input = {
    read: (folder: string) => attributesFile(root, folder),
    info: readGitFileBytes(join(commonDir, "info/attributes")),
    ignoreCase: repository.ignoreCase,
  };
  return CONVERTING.flatMap((name) => {
    const attribute = pathAttribute(name, input);
    return paths.filter((path) => typeof attribute(path) === "string")
      .map((path) => converted(printable(path), name));
  });
}

/** Git reads no link, neither of the file itself nor on the way to it. */
function attributesFile(root: string, folder: string): Uint8Array | undefined {
  const path = `${folder}.gitattributes`;
  const { state } = folderState(root, path);
  return state === "other" ? readGitFileBytes(join(root, path)) : undefined;
}

function converted(path: string, attribute: string): Finding {
  return lintFinding(
    "layer-converted",
    "error",
    path,
    `has the attribute ${attribute}, so that git checks out other bytes than its commits and reviews show`,
    `add the line \`/${path} -${attribute}\` to .gitattributes`,
  );
}
