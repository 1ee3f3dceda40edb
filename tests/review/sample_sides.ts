import { Buffer } from "node:buffer";
import type { CommitId, SafePath, SkillName } from "../../lib/base/ids.ts";
import { composeReview } from "../../lib/review/compose_review.ts";
import { changedPaths } from "../../lib/review/changed_paths.ts";
import type {
  ComposeOptions,
  Review,
  ReviewSide,
} from "../../lib/review/model.ts";
import { readSkill } from "../../lib/skills/read_skill.ts";
import { blobId } from "../../lib/tree/blob_id.ts";
import { compareUtf8 } from "../../lib/tree/utf8_order.ts";

/** Files of one side by path: a text or bytes, executable, or the text of a link. */
export type SampleFiles = Readonly<
  Record<
    string,
    | string
    | Uint8Array
    | { readonly executable: string }
    | { readonly link: string }
  >
>;

/** One side in memory. */
export interface SampleSide {
  readonly side: ReviewSide;
  readonly contents: ReadonlyMap<string, Uint8Array>;
}

/** A side that holds `files`; each `skills/<name>/SKILL.md` is a provided skill. */
export function sampleSide(
  files: SampleFiles,
  facts: Partial<ReviewSide> = {},
): SampleSide {
  const contents = new Map<string, Uint8Array>();
  const listing = Object.entries(files).map(([path, value]) => {
    const content = typeof value === "string" || value instanceof Uint8Array
      ? value
      : "link" in value
      ? value.link
      : value.executable;
    const bytes = typeof content === "string" ? utf8(content) : content;
    contents.set(path, bytes);
    const mode = typeof value === "object" && "link" in value
      ? "120000" as const
      : typeof value === "object" && "executable" in value
      ? "100755" as const
      : "100644" as const;
    return { path, mode, id: blobId(bytes), size: bytes.length, mtime: 0 };
  }).sort((a, b) => compareUtf8(a.path, b.path));
  const skills = listing.flatMap(({ path }) => {
    const name = /^skills\/([a-z0-9-]+)\/SKILL\.md$/.exec(path)?.[1];
    if (name === undefined) return [];
    const skill = { name, path: `skills/${name}` };
    try {
      return [{
        ...skill,
        reading: readSkill(contents.get(path)!, name as SkillName),
      }];
    } catch {
      return [skill];
    }
  });
  return {
    contents,
    side: {
      pin: {
        method: "git-tag",
        url: "https://example.org/acme.git",
        ref: "v1",
        commit: "1".repeat(40) as CommitId,
      },
      layout: {
        skillsRoot: "skills" as SafePath,
        evalsRoot: "evals" as SafePath,
      },
      provides: [{ family: "a" }],
      listing,
      skills,
      ...facts,
    },
  };
}

/** The pin of the version after {@linkcode sampleSide}'s. */
export const NEXT_PIN = {
  method: "git-tag",
  url: "https://example.org/acme.git",
  ref: "v2",
  commit: "2".repeat(40) as CommitId,
} as const;

/** The review of two sides, with the contents of the changed paths alone. */
export function reviewOf(
  old: SampleSide | undefined,
  next: SampleSide,
  options: ComposeOptions = {},
): Review {
  const paths = changedPaths(old?.side, next.side);
  const only = (side: SampleSide | undefined) =>
    new Map(paths.flatMap((path) => {
      const bytes = side?.contents.get(path);
      return bytes === undefined ? [] : [[path, bytes] as const];
    }));
  return composeReview(
    "acme",
    old?.side,
    next.side,
    { old: only(old), next: only(next) },
    options,
  );
}

/** A `SKILL.md`. */
export function skillMd(frontmatter: string, body = "Do it.\n"): string {
  return `---\n${frontmatter}\n---\n${body}`;
}

/** The bytes of a text. */
export function utf8(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text));
}
