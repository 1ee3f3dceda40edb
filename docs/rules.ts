/**
 * Writes `docs/rules.md` from the table of rules: `deno task docs`. The page
 * has one heading, and so one anchor, for each rule.
 */
import { RULES } from "../lib/base/rules.ts";

/** The text of `docs/rules.md` for a table of rules. */
export function rulesPage(rules: Readonly<Record<string, string>>): string {
  const sections = Object.keys(rules).sort().map((name) =>
    `## ${name}\n\n${rules[name]}\n`
  );
  return `# Rules

Every finding of \`--json\` and every error carries the name of one of these
rules. Names are stable. \`deno task docs\` writes this page from
\`lib/base/rules.ts\`.

${sections.join("\n")}`;
}

if (import.meta.main) {
  await Deno.writeTextFile(
    new URL("rules.md", import.meta.url),
    rulesPage(RULES),
  );
}
