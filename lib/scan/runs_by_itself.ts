import { parseFrontmatter } from "../skills/frontmatter.ts";
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

/** Tools that do anything: a shell or interpreter without a bound, every tool of a kind. */
const BROAD_TOOL =
  /^(?:\*|all|any|(?:bash|shell|run_shell_command|execute|terminal|computer|powershell)(?:\(\s*(?::?\*|(?:sudo|(?:ba|z|da)?sh|env|xargs|eval|python[\d.]*|node|perl|ruby|npx|uvx|curl|wget|rm|ssh|deno|bun|osascript|powershell)\b[^)]*\*[^)]*)\s*\))?|mcp__\*|mcp__[\w-]+__\*)$/i;

/** Finds the permissions that a skill's frontmatter asks for and that bound nothing. */
export function* broadTools(
  path: string,
  text: string,
  { frontmatterLines, lines }: MarkdownParts,
): Generator<Sighting> {
  if (frontmatterLines === 0) return;
  let entries;
  try {
    entries = parseFrontmatter(
      text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n"),
      path,
    ).mapping.entries;
  } catch {
    // What cannot be read is reported where the skill is read.
    return;
  }
  for (const { key, value } of entries) {
    const offset = lines[key.span.line - 1]?.offset ?? 0;
    const name = key.value.toLowerCase().replace(/[_-]/g, "");
    if (name === "allowedtools") {
      const tools = value.kind === "scalar"
        ? splitTools(value.value)
        : value.kind === "sequence"
        ? value.items.flatMap((item) =>
          item.kind === "scalar" ? splitTools(item.value) : []
        )
        : [];
      const broad = tools.filter((tool) => BROAD_TOOL.test(tool));
      if (broad.length === 0) continue;
      yield {
        rule: "broad-allowed-tools",
        level: "warning",
        offset,
        decoded: broad.join(", "),
        message: "the skill asks to run anything without a question",
      };
    } else if (
      name === "permissionmode" && value.kind === "scalar" &&
      /bypass|dangerous|full|yolo/i.test(value.value)
    ) {
      yield {
        rule: "broad-allowed-tools",
        level: "warning",
        offset,
        decoded: value.value,
        message: "the skill asks to run anything without a question",
      };
    } else if (name === "hooks") {
      yield {
        rule: "runs-by-itself",
        level: "warning",
        offset,
        decoded: text.slice(offset, offset + 300),
        message: "an agent runs the hooks of a skill that it has loaded",
      };
    }
  }
}

/** Names apart by blanks or commas; those in brackets belong to their tool. */
function splitTools(text: string): string[] {
  return text.match(/[^\s,(]+(?:\([^)]*\))?/g) ?? [];
}
