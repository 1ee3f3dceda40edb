import type { FieldValue, SkillReading } from "../skills/read_skill.ts";
import { compareUtf8 } from "../tree/utf8_order.ts";
import { bundleVersion } from "./bundle_version.ts";
import { fieldJson, fieldText } from "./field_text.ts";
import type {
  Contents,
  FieldChange,
  Review,
  ReviewSide,
  ReviewSkill,
  SkillDelta,
} from "./model.ts";

/** The manifest of a skill that is a bundle, in its folder. */
const MANIFEST = "MANIFEST.yaml";
/** What decides about permission and activation, before all else. */
const FIRST = ["allowed-tools", "description", "name"];

/**
 * Which provided skills came, went, or are others. A skill is changed when its
 * folder is another, its frontmatter differs, or one of `changed`, the sorted
 * paths that differ, lies below its folder.
 */
export function skillDeltas(
  old: ReviewSide | undefined,
  next: ReviewSide,
  changed: readonly string[],
  contents: { readonly old: Contents; readonly next: Contents },
): Review["skills"] {
  const before = byName(old?.skills ?? []);
  const after = byName(next.skills);
  const files = countBelow(
    [...before.values(), ...after.values()].map(({ path }) => path),
    changed,
  );
  const added: string[] = [];
  const deltas: SkillDelta[] = [];
  for (const [name, skill] of after) {
    const was = before.get(name);
    if (was === undefined) {
      added.push(name);
      continue;
    }
    const fields = [
      ...(was.path === skill.path
        ? []
        : [{ field: "folder", from: was.path, to: skill.path }]),
      ...fieldChanges(was.reading, skill.reading),
      ...bundleVersion(
        contents.old.get(`${was.path}/${MANIFEST}`),
        contents.next.get(`${skill.path}/${MANIFEST}`),
      ),
    ];
    const count = files.get(skill.path) ?? 0;
    if (fields.length > 0 || count > 0) {
      deltas.push({ name, fields, files: count });
    }
  }
  return {
    added,
    removed: [...before.keys()].filter((name) => !after.has(name)),
    changed: deltas,
    unchanged: after.size - added.length - deltas.length,
  };
}

function byName(skills: readonly ReviewSkill[]): Map<string, ReviewSkill> {
  const sorted = skills.toSorted((a, b) => compareUtf8(a.name, b.name));
  return new Map(sorted.map((skill) => [skill.name, skill]));
}

/** How many of `paths` lie below each of `folders`: one look-up for each folder above a path. */
function countBelow(
  folders: readonly string[],
  paths: readonly string[],
): Map<string, number> {
  const counts = new Map(folders.map((folder) => [folder, 0]));
  for (const path of paths) {
    for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) {
      const folder = path.slice(0, at);
      const count = counts.get(folder);
      if (count !== undefined) counts.set(folder, count + 1);
    }
  }
  return counts;
}

function fieldChanges(
  was: SkillReading | undefined,
  is: SkillReading | undefined,
): FieldChange[] {
  const changes: FieldChange[] = [];
  if ((was === undefined) !== (is === undefined)) {
    const state = (reading?: SkillReading) =>
      reading === undefined ? "cannot be used" : "can be used";
    changes.push({ field: "SKILL.md", from: state(was), to: state(is) });
  }
  const keys = new Set([
    ...(was?.fields.keys() ?? []),
    ...(is?.fields.keys() ?? []),
  ]);
  for (const field of [...keys].sort(inOrder)) {
    const from = was?.fields.get(field);
    const to = is?.fields.get(field);
    if (jsonOf(from) === jsonOf(to)) continue;
    // A list and the text that looks like it must not be shown alike.
    const show = from !== undefined && to !== undefined &&
        fieldText(from) === fieldText(to)
      ? fieldJson
      : fieldText;
    changes.push({
      field,
      ...(from === undefined ? {} : { from: show(from) }),
      ...(to === undefined ? {} : { to: show(to) }),
    });
  }
  return changes;
}

function jsonOf(value: FieldValue | undefined): string | undefined {
  return value === undefined ? undefined : fieldJson(value);
}

function inOrder(a: string, b: string): number {
  const rank = (key: string) => {
    const at = FIRST.indexOf(key);
    return at < 0 ? FIRST.length : at;
  };
  return rank(a) - rank(b) || compareUtf8(a, b);
}
