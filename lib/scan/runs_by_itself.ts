import type { MarkdownParts } from "./markdown_parts.ts";
import type { Sighting } from "./model.ts";

/** Files that a tool runs without being told to, by where they lie, and which tool. */
const FILES: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\/)conftest\.py$/, "pytest runs it before any test"],
  [
    /(?:^|\/)(?:site|user)customize\.py$|\.pth$/,
    "python runs it at every start",
  ],
  [/(?:^|\/)\.envrc$/, "direnv runs it when the folder is entered"],
  [
    /(?:^|\/)\.?mise\.toml$|(?:^|\/)\.mise\/config\.toml$/,
    "mise runs its hooks when the folder is entered",
  ],
  [
    /(?:^|\/)\.vscode\/(?:tasks|launch|settings)\.json$|\.code-workspace$/,
    "an editor runs its tasks when the folder is opened",
  ],
  [
    /(?:^|\/)\.devcontainer(?:\/.*)?\/?devcontainer\.json$|(?:^|\/)\.devcontainer\.json$/,
    "an editor runs its commands when the folder is opened",
  ],
  [/(?:^|\/)\.idea\/runConfigurations\//, "an editor offers to run it"],
  [
    /(?:^|\/)(?:\.claude|\.codex|\.gemini|\.cursor|\.kiro|\.windsurf|\.goose)\/(?:settings(?:\.local)?\.json|hooks?(?:\.json|\/.+)|config\.(?:toml|ya?ml|json)|mcp\.json)$/,
    "an agent runs its hooks and servers",
  ],
  [
    /(?:^|\/)\.mcp\.json$|(?:^|\/)hooks\/hooks\.json$/,
    "an agent runs its hooks and servers",
  ],
  [
    /(?:^|\/)(?:\.husky|\.githooks|\.git-hooks)\/[^/.]+$|(?:^|\/)lefthook\.ya?ml$/,
    "git runs it as a hook",
  ],
  [
    /(?:^|\/)\.(?:bashrc|bash_profile|zshrc|zshenv|profile|gdbinit|lldbinit|exrc|vimrc|nvimrc|irbrc|pryrc|Rprofile)$|(?:^|\/)\.nvim\.lua$/,
    "a shell or tool runs it at every start",
  ],
  [
    /(?:^|\/)(?:autorun\.inf|desktop\.ini)$/i,
    "Windows runs it when the folder is opened",
  ],
  [
    /(?:^|\/)\.(?:npmrc|yarnrc(?:\.yml)?|pnpmfile\.cjs)$|(?:^|\/)\.pnp\.(?:c|loader\.m)js$/,
    "a package manager obeys it",
  ],
];

/** Why a file runs without being asked for, by its name. */
export function runsByName(path: string): string | undefined {
  return FILES.find(([pattern]) => pattern.test(path))?.[1];
}

const SCRIPTS =
  /"((?:pre|post)?install|preprepare|prepare|postprepare|prepublish(?:Only)?)"\s*:\s*"((?:[^"\\\n]|\\.){1,300})"/;

/** Finds what runs by itself inside a file: install scripts, a skill's hooks and commands. */
export function* runsInside(
  path: string,
  text: string,
  parts: MarkdownParts | undefined,
): Generator<Sighting> {
  const base = { rule: "runs-by-itself", level: "warning" } as const;
  if (/(?:^|\/)package\.json$/.test(path)) {
    const match = SCRIPTS.exec(text);
    if (match !== null) {
      yield {
        ...base,
        offset: match.index,
        decoded: match[0],
        message: "a package manager runs it when the package is installed",
      };
    }
  }
  if (
    parts === undefined ||
    !/(?:^|\/)(?:SKILL\.md|(?:commands|agents)\/[^/]+\.md)$/.test(path)
  ) return;
  for (const { text: line, offset, code } of parts.lines) {
    if (code && !/^\s*```+!/.test(line)) continue;
    const match = /(?:^|\s)(!`[^`]+`|```+!.*)/.exec(line);
    if (match === null) continue;
    yield {
      ...base,
      offset: offset + match.index,
      decoded: match[1]!,
      message: "an agent runs this command when it loads the skill",
    };
  }
}
