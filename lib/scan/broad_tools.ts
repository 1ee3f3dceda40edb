import type { MarkdownParts } from "./markdown_parts.ts";
import type { Sighting } from "./model.ts";
import { readableFrontmatter } from "./readable_frontmatter.ts";

/** Tools that do anything: a shell or interpreter without a bound, every tool of a kind. */
const BROAD_TOOL =
  /^(?:\*|all|any|(?:bash|shell|run_shell_command|execute|terminal|computer|powershell)(?:\(\s*(?::?\*|(?:sudo|(?:ba|z|da)?sh|env|xargs|eval|python[\d.]*|node|perl|ruby|npx|uvx|curl|wget|rm|ssh|deno|bun|osascript|powershell)\b[^)]*\*[^)]*)\s*\))?|mcp__\*|mcp__[\w-]+__\*)$/i;

/** Finds the permissions that a skill's frontmatter asks for and that bound nothing. */
export function* broadTools(
  path: string,
  text: string,
  parts: MarkdownParts,
): Generator<Sighting> {
  const { lines } = parts;
  const entries = readableFrontmatter(path, text, parts)?.entries ?? [];
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
