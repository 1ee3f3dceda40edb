import type { Finding } from "../base/finding.ts";
import { safePath } from "../base/ids.ts";
import { printable } from "../report/printable.ts";
import { suiteRoot } from "../tree/suite_root.ts";
import { within } from "../tree/within.ts";
import type { Layout } from "../trust/model.ts";
import { headings } from "./headings.ts";
import type { ProvidedSkill } from "./provides.ts";

/** A snapshot, or a source, as the checks of this room read it. */
export interface SnapshotReader {
  /** Paths of all its files, links included, relative to its root. */
  readonly paths: Iterable<string>;
  /**
   * The text of a regular file; `undefined` when there is none, when it is
   * too large or no UTF-8, or when a link on the way leads out of the snapshot.
   */
  readText(path: string): string | undefined;
}

/**
 * Checks that the suites of the provided skills are bound inside the same
 * snapshot (RFC-AI-0006 "Symlink and eval binding", and "Eval provenance"). The suite
 * of a skill is the folder of its name under `evalsRoot`; each
 * `step-config.json` in it names a `skill_md`, from the snapshot's root, and a
 * `step_heading` in that file.
 *
 * A skill without a suite is the warning `eval-missing`, which is said once
 * where a source has no suites at all; what does not resolve, or leads out of
 * the snapshot, is the warning `eval-unbound`.
 */
export function bindSuites(
  snapshot: SnapshotReader,
  layout: Layout,
  skills: readonly Pick<ProvidedSkill, "name">[],
): Finding[] {
  const bySuite = new Map<string, string[]>();
  const roots = skills.map(({ name }) => suiteRoot(layout, name));
  const inSuite = within(roots);
  const depth = roots[0]?.split("/").length ?? 0;
  for (const path of snapshot.paths) {
    if (!inSuite(path)) continue;
    const parts = path.split("/");
    if (parts.length === depth) continue; // a file where the suite's folder should be
    const suite = parts.slice(0, depth).join("/");
    const configs = bySuite.get(suite) ?? [];
    if (parts.at(-1) === "step-config.json") configs.push(path);
    bySuite.set(suite, configs);
  }
  if (bySuite.size === 0 && skills.length > 1) {
    return [noSuites(layout, skills)];
  }
  const found = new Map<string, ReturnType<typeof headings> | undefined>();
  const headingsOf = (path: string) => {
    if (!found.has(path)) {
      const text = snapshot.readText(path);
      found.set(path, text === undefined ? undefined : headings(text));
    }
    return found.get(path);
  };
  return skills.flatMap(({ name }, at): Finding[] => {
    const configs = bySuite.get(roots[at]!);
    if (configs === undefined) {
      return [{
        rule: "eval-missing",
        level: "warning",
        message: `The skill ${name} has no suite in ${roots[at]}`,
        skill: name,
      }];
    }
    return configs.toSorted().flatMap((path): Finding[] => {
      const fault = configFault(snapshot.readText(path), headingsOf);
      return fault === undefined ? [] : [{
        rule: "eval-unbound",
        level: "warning",
        message: `${printable(path)} ${fault}`,
        skill: name,
        path,
      }];
    });
  });
}

function noSuites(
  { evalsRoot }: Layout,
  skills: readonly Pick<ProvidedSkill, "name">[],
): Finding {
  return {
    rule: "eval-missing",
    level: "warning",
    message:
      `None of the ${skills.length} provided skills has a suite in ${evalsRoot}`,
  };
}

/** Why a `step-config.json` is not bound, as the end of a sentence. */
function configFault(
  text: string | undefined,
  headingsOf: (path: string) => ReturnType<typeof headings> | undefined,
): string | undefined {
  let config: unknown;
  try {
    config = text === undefined ? undefined : JSON.parse(text);
  } catch {
    config = undefined;
  }
  if (typeof config !== "object" || config === null) {
    return "is no readable JSON object";
  }
  const get = (key: string): unknown =>
    Object.hasOwn(config, key)
      ? (config as Record<string, unknown>)[key]
      : undefined;
  const skillMd = get("skill_md");
  const heading = get("step_heading");
  if (typeof skillMd !== "string" || typeof heading !== "string") {
    return "lacks the text skill_md or step_heading";
  }
  for (const file of [skillMd, ...extraFiles(get("also_include"))]) {
    const fault = fileFault(file, headingsOf);
    if (fault !== undefined) return fault;
  }
  const known = headingsOf(skillMd);
  const wanted = heading.trimEnd();
  return known?.lines.has(wanted) || known?.texts.has(wanted.trim())
    ? undefined
    : `names the heading "${shorten(heading)}", which ${
      shorten(skillMd)
    } does not have`;
}

function extraFiles(value: unknown): string[] {
  return Array.isArray(value)
    ? value.filter((file) => typeof file === "string")
    : [];
}

function fileFault(
  path: string,
  headingsOf: (path: string) => unknown,
): string | undefined {
  if (safePath(path) === undefined || /^[A-Za-z]:/.test(path)) {
    return `names ${shorten(path)}, which is no path inside the snapshot`;
  }
  return headingsOf(path) === undefined
    ? `names ${shorten(path)}, which is no readable file of the snapshot`
    : undefined;
}

function shorten(text: string): string {
  return printable(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
