import type { Adopter } from "../adopter/load_adopter.ts";
import type { Finding } from "../base/finding.ts";
import { printable } from "../report/printable.ts";
import { SNAPSHOTS } from "../store/paths.ts";
import { relayText } from "../wiring/link_text.ts";
import { type StandingEntry, standingPath } from "../wiring/standing.ts";
import { lintFinding } from "./lint_finding.ts";
import { isCanonicalFolder, skillLink } from "./skill_link.ts";

/**
 * Whether the text of a skill's link is one that links have (contract section
 * 5): in the canonical folder one of the three bases and the skill of its own
 * name, elsewhere the relay. `undefined` when it is.
 *
 * @param skill what is left of the link's name behind its prefix
 */
export function checkForm(
  link: StandingEntry,
  skill: string,
  adopter: Pick<Adopter, "trust" | "locks">,
): Finding | undefined {
  const path = standingPath(link);
  const { text = "", name } = link;
  const form = skillLink(name, text);
  const shown = printable(text);
  const relink = (to: string) => `ln -sfn ${to} ${path}`;
  if (!isCanonicalFolder(link.folder)) {
    if (form.kind === "relay") return undefined;
    return lintFinding(
      "link-misdirected",
      "error",
      path,
      form.kind === "other"
        ? `leads to ${shown} instead of ${relayText(name)}`
        : `leads to ${shown}, past the canonical entry .agents/skills/${name}`,
      relink(relayText(name)),
    );
  }
  switch (form.kind) {
    case "own":
    case "framework":
      return form.skill === skill ? undefined : lintFinding(
        "link-misdirected",
        "error",
        path,
        `leads to the skill ${
          printable(form.skill)
        }, and its name says ${skill}`,
        relink(text.slice(0, text.lastIndexOf("skills/") + 7) + skill),
      );
    case "snapshot":
      return checkSnapshotLink(path, skill, form, adopter);
    case "relay":
      return lintFinding(
        "link-cycle",
        "error",
        path,
        "leads to itself",
        `rm ${path}, then skill-sources setup`,
      );
    case "other":
      return lintFinding(
        "link-misdirected",
        "error",
        path,
        `leads to ${shown}, which is no known base of skills: ../../skills/${skill}, ../../.apache-magpie/skills/${skill} or ../../${SNAPSHOTS}/<id>/<skills root>/${skill}`,
        `rm ${path}, then skill-sources setup`,
      );
  }
}

function checkSnapshotLink(
  path: string,
  skill: string,
  { source, path: inside }: {
    readonly source: string;
    readonly path: string;
  },
  { trust: { sources, refused }, locks }: Pick<Adopter, "trust" | "locks">,
): Finding | undefined {
  const trusted = sources.find(({ id }) => id === source);
  if (trusted === undefined) {
    // What an invalid entry says of its layout is not known.
    if (refused.some(({ id }) => id === source)) return undefined;
    return {
      ...lintFinding(
        "link-untrusted",
        "error",
        path,
        `leads into the snapshot ${
          printable(source)
        }, which no entry of the trust list names`,
        // What was installed goes altogether: links, snapshot and lock block.
        locks.committed?.blocks.some(({ id }) => id === source)
          ? "skill-sources setup"
          : `rm ${path}, or add the source to the trust list`,
      ),
      source: printable(source),
    };
  }
  const root = trusted.layout.skillsRoot;
  const wanted = root === "." ? skill : `${root}/${skill}`;
  if (inside === wanted) return undefined;
  return {
    ...lintFinding(
      "link-misdirected",
      "error",
      path,
      `leads to ${printable(inside)} of ${source}, where ${wanted} belongs`,
      "skill-sources setup",
    ),
    source,
  };
}
