import project from "../../deno.json" with { type: "json" };

/** The program's name, as a command line and a report call it. */
export const NAME = "skill-sources";
/** The program's version, from `deno.json`. */
export const VERSION: string = project.version;
/** Where the program and its pages are published. */
export const REPOSITORY_URL = "https://github.com/apache/magpie-skill-sources";
/** The page of all rules; `#<rule>` is the anchor of one. */
export const RULES_URL = `${REPOSITORY_URL}/blob/main/docs/rules.md`;
