import { git } from "./git.ts";
import { type Files, writeFiles } from "./write_files.ts";

/** The files of one skill and its suite, in the two-tree layout of RFC-AI-0006. */
export function sampleSkill(name: string): Record<string, string> {
  const suite = `tools/skill-evals/evals/${name}/step-1/fixtures`;
  return {
    [`skills/${name}/SKILL.md`]: [
      "---",
      `name: ${name}`,
      `description: Sample skill ${name}, for tests.`,
      "---",
      "",
      `# ${name}`,
      "",
      "## Step 1: read",
      "",
      "Read the text in front of you.",
      "",
    ].join("\n"),
    [`skills/${name}/references/notes.md`]: `Notes of ${name}.\n`,
    [`${suite}/step-config.json`]: JSON.stringify({
      skill_md: `skills/${name}/SKILL.md`,
      step_heading: "## Step 1: read",
    }) + "\n",
    [`${suite}/case-1/report.md`]: "A report.\n",
    [`${suite}/case-1/expected.json`]: '{"read": true}\n',
  };
}

/** The files of a whole source: skills, suites, licence and readme. */
export function sampleFiles(
  skills: readonly string[],
): Record<string, string> {
  const files: Record<string, string> = {
    "LICENSE": "Apache License 2.0\n",
    "README.md": "# Sample source\n",
  };
  for (const name of skills) Object.assign(files, sampleSkill(name));
  return files;
}

/** A source repository: a checkout to commit in and a bare repository to serve. */
export class SampleSource {
  private constructor(
    /** Folder of the checkout. */
    readonly checkout: string,
    /** Folder of the bare repository. */
    readonly bare: string,
  ) {}

  /**
   * Makes `<root>/<name>.git`, which a git server over `root` serves as
   * `/<name>.git`, and its checkout `<root>/<name>.checkout`; with `skills`,
   * one commit that holds them, pushed to `main`. Partial clones are allowed.
   */
  static async create(
    root: string,
    name: string,
    skills: readonly string[] = [],
  ): Promise<SampleSource> {
    const source = new SampleSource(
      `${root}/${name}.checkout`,
      `${root}/${name}.git`,
    );
    await git(root, ["init", "-q", "-b", "main", source.checkout]);
    await git(root, ["init", "-q", "--bare", "-b", "main", source.bare]);
    await git(source.bare, ["config", "uploadpack.allowFilter", "true"]);
    if (skills.length > 0) {
      await source.commit(sampleFiles(skills), "Add skills");
      await source.publish();
    }
    return source;
  }

  /** Writes `files`, commits everything and returns the commit's id. */
  async commit(files: Files, message = "Change"): Promise<string> {
    await writeFiles(this.checkout, files);
    await git(this.checkout, ["add", "-A", "-f"]);
    await git(this.checkout, ["commit", "-q", "--allow-empty", "-m", message]);
    return await this.revision("HEAD");
  }

  /** Makes or moves an annotated tag at HEAD; returns the tag object's id. */
  async annotatedTag(ref: string, message = ref): Promise<string> {
    await git(this.checkout, ["tag", "-f", "-a", "-m", message, ref]);
    return await this.revision(`refs/tags/${ref}`);
  }

  /** Makes or moves a lightweight tag at HEAD; returns the commit's id. */
  async lightweightTag(ref: string): Promise<string> {
    await git(this.checkout, ["tag", "-f", ref]);
    return await this.revision(`refs/tags/${ref}`);
  }

  /** Resolves a revision of the checkout to an object id. */
  async revision(text: string): Promise<string> {
    return await git(this.checkout, ["rev-parse", "--verify", text]);
  }

  /** Makes the bare repository's refs equal to the checkout's, moved and removed ones too. */
  async publish(): Promise<void> {
    await git(this.checkout, ["push", "-q", "--mirror", this.bare]);
  }
}
