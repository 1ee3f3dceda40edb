import { proseLines } from "./fences.ts";

/** A relative reference in a text file to another path. */
export interface Reference {
  /** The target as written. */
  readonly text: string;
  /** The target from the source's root; `undefined` when it leads out of the source. */
  readonly path: string | undefined;
  /** Line of the reference, from 1. */
  readonly line: number;
  /**
   * It is written as `./…` outside of any Markdown link: in commands and code
   * samples that is as often a file of the reader's folder, which the source
   * need not have.
   */
  readonly loose: boolean;
}

/** A Markdown link or image, from its closing bracket on. */
const LINK =
  /\]\(\s*(?:<([^<>]*)>(?=[\s)])|([^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)?))/g;
/** A link definition, `[name]: target "title"`, and no footnote. */
const DEFINITION =
  /^ {0,3}\[(?!\^)[^\]]+\]:[ \t]*<?([^\s<>]+)(?![^\s<>])>?[ \t]*(?:["'(].*)?$/s;
/** A path in prose or inline code that says of itself that it is relative. */
const BARE = /(?:^|[\s"'(=])((?:\.{1,2}\/)+[^\s"'`()<>|;,]*)/g;
/** What stands for a name rather than being one: `<id>`, `{x}`, `$X`, `*`, `…`. */
const PLACEHOLDER = /[<>{}$*?|…]|\.\.\.|%[sd](?![0-9A-Fa-f])/;

/**
 * Finds the relative references of a Markdown or text file: links, images,
 * link definitions, and, in prose and inline code, paths that begin with `./`
 * or `../` and end in a file name with an extension. Fenced code is passed
 * over, as its paths start from the reader's folder as often as from the
 * file's; so are placeholders, urls and fragments. Each target is named once.
 *
 * @param text the file's content
 * @param file its path from the source's root
 */
export function relativeReferences(text: string, file: string): Reference[] {
  const found = new Map<string, Reference>();
  const add = (target: string, line: number, loose = false) => {
    const clean = target.split(/[?#]/, 1)[0]!;
    if (clean === "") return;
    const known = found.get(clean);
    if (known !== undefined && (loose || !known.loose)) return;
    const path = resolve(clean, file);
    if (path === file || path === "") return;
    found.set(clean, { text: clean, path, line, loose });
  };
  for (const { text: content, line } of proseLines(withoutComments(text))) {
    const { prose, code } = splitCode(content);
    for (const match of prose.matchAll(LINK)) {
      const target = decode(match[1] ?? match[2] ?? "");
      if (target !== undefined && isRelative(target)) add(target, line);
    }
    const defined = decode(DEFINITION.exec(prose)?.[1] ?? "");
    if (defined !== undefined && isRelative(defined)) add(defined, line);
    for (const span of [prose, ...code]) {
      for (const match of span.matchAll(BARE)) {
        const target = withoutPunctuation(match[1]!);
        if (/\.[A-Za-z0-9]{1,8}$/.test(target) && !PLACEHOLDER.test(target)) {
          add(target, line, !target.startsWith("../"));
        }
      }
    }
  }
  return [...found.values()];
}

/** A path without the punctuation of the sentence that it ends. */
function withoutPunctuation(path: string): string {
  let end = path.length;
  while (end > 0 && ".:!]".includes(path[end - 1]!)) end--;
  return path.slice(0, end);
}

function isRelative(target: string): boolean {
  return target !== "" &&
    !/^(?:[A-Za-z][A-Za-z0-9+.-]*:|[/#?\\~@])/.test(target) &&
    !PLACEHOLDER.test(target.split(/[?#]/, 1)[0]!) && !target.includes("\\");
}

function decode(target: string): string | undefined {
  try {
    return decodeURIComponent(target);
  } catch {
    return undefined;
  }
}

/** The target from the source's root, `undefined` when it climbs out of it. */
function resolve(target: string, file: string): string | undefined {
  const parts = file.split("/").slice(0, -1);
  for (const part of target.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

/** Blanks HTML comments, which no reader sees, and keeps their lines. */
function withoutComments(text: string): string {
  let result = "";
  let from = 0;
  for (;;) {
    const start = text.indexOf("<!--", from);
    const end = start < 0 ? -1 : text.indexOf("-->", start + 4);
    if (end < 0) return result + text.slice(from);
    result += text.slice(from, start) +
      text.slice(start, end).replace(/[^\r\n]/g, "");
    from = end + 3;
  }
}

/** Takes the inline code spans out of a line; a link inside one is no link. */
function splitCode(line: string): { prose: string; code: string[] } {
  // Odd pieces are runs of backticks; a span ends with the next equal run.
  const pieces = line.split(/(`+)/);
  const next: (number | undefined)[] = [];
  const last = new Map<string, number>();
  for (let at = pieces.length - 2; at > 0; at -= 2) {
    next[at] = last.get(pieces[at]!);
    last.set(pieces[at]!, at);
  }
  const code: string[] = [];
  let prose = "";
  for (let at = 0; at < pieces.length; at++) {
    const close = next[at];
    if (close === undefined) prose += pieces[at];
    else {
      code.push(pieces.slice(at + 1, close).join(""));
      prose += " ";
      at = close;
    }
  }
  return { prose, code };
}
