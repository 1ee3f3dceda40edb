import type { Sighting } from "./model.ts";
import { hasAll, type Needs, needs, type Passage } from "./passages.ts";
import { plainCommand } from "./plain_command.ts";
import { isDownload, pipelines, runsInput } from "./shell_words.ts";

const FETCHES = String
  .raw`(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)\b[^\n]{0,200}?(?:https?:|//|\$\w|\$\{|<[^<>\n]+>|[\w-]\.[a-z]{2,}/)`;
/** A shell, its options, and what makes its program out of another command's output. */
export const SUBSTITUTION = String
  .raw`(?:(?<![\w./-])(?:(?:ba|z|da|k|fi)?sh|eval|exec|python[\d.]*|perl|ruby|node)|(?:^|[;&|(]|\n)[ \t]*(?:source|\.))[ \t]+(?:-\w+[ \t]+)*["']?(?:<\(|\$\(|(?<=(?:-\w*c|eval)[ \t]+["']?)` +
  "`" + String.raw`)[ \t]*`;
/** `bash <(curl …)`, `sh -c "$(wget …)"`, eval and source of the same. */
const SUBSTITUTED = new RegExp(SUBSTITUTION + FETCHES, "i");
const POWERSHELL =
  /\b(?:iex|invoke-expression)\b[^\n]{0,120}\b(?:iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring|downloaddata)\b|\bdownload(?:file|string)\b[^\n]{0,300}\b(?:start-process|iex|invoke-)/i;
const PROGRAM =
  /(?<![\w.])(?:exec|eval|compile|new Function)\s*\([^\n]{0,80}(?:urlopen|requests\.get|urllib|httpx\.get|fetch\s*\(\s*["'`]https?:|https?\.get)/;
/** Told in words: a download that is to be run. */
const TOLD =
  /\b(?:pip(?:e|ed|ing))\b[^.\n]{0,80}https?:\/\/\S+[^.\n]{0,40}\b(?:in)?to\s+(?:ba|z)?sh\b|https?:\/\/\S+[`"')\s]{1,4}[^.\n]{0,60}\bpip(?:e|ed|ing)\b[^.\n]{0,30}\b(?:in)?to\s+(?:(?:ba|z)?sh|a shell|python)\b|\bdownload\b[^.!?\n]{0,80}https?:\/\/\S+\.(?:sh|ps1|bat|cmd|exe|msi|pkg|dmg|appimage|run|zip|tar\.gz|tgz|7z|rar|py|js|jar)\b[^!?\n]{0,120}\b(?:and|then)\s+(?:(?:un(?:zip|pack)|extract|open)\s+(?:it|them)?\s*(?:and|then|,)?\s*)?(?:run|execute|launch|start|double-click)\b/i;

/** Words without which nothing is downloaded. */
export const DOWNLOAD_NEEDS: Needs = needs(
  "curl|wget|aria2c|axel|lynx|iwr|irm|invoke-|download|urlopen|urllib|requests.get|httpx.get|fetch|http.get|https.get|pip",
);

/**
 * Finds what is fetched and run in one go, also where the command is disguised.
 *
 * @param lower the passage in lower case
 * @param possible whether the file has what {@linkcode DOWNLOAD_NEEDS} asks for
 */
export function* downloadToShell(
  { text, offset }: Passage,
  lower: string,
  possible: boolean,
): Generator<Sighting> {
  const found = possible && hasAll(lower, DOWNLOAD_NEEDS)
    ? place(text) ?? savedAndRun(text)
    : undefined;
  if (found !== undefined) {
    yield {
      rule: "download-to-shell",
      level: "warning",
      offset: offset + found.at,
      decoded: lineAt(text, found.at),
      message: found.message,
    };
    return;
  }
  const plain = plainCommand(text);
  if (plain === text || !hasAll(plain.toLowerCase(), DOWNLOAD_NEEDS)) return;
  const disguised = place(plain);
  if (disguised === undefined) return;
  yield {
    rule: "obfuscated-command",
    level: "warning",
    offset: offset + firstDisguise(text),
    decoded: lineAt(plain, disguised.at),
    message: "a disguised command, which a shell reads as",
  };
}

interface Found {
  readonly at: number;
  readonly message: string;
}

function place(text: string): Found | undefined {
  const message = "what is downloaded is run at once, unseen";
  for (const { text: cell, offset: start } of cells(text)) {
    for (const { commands, offset } of pipelines(cell)) {
      const from = commands.findIndex(isDownload);
      if (from < 0) continue;
      if (commands.slice(from + 1).some(runsInput)) {
        const before = commands.slice(0, from).join("|").length;
        const blanks = /^\s*/.exec(cell.slice(offset + before))![0].length;
        return { at: start + offset + before + blanks, message };
      }
    }
  }
  for (const pattern of [SUBSTITUTED, POWERSHELL, PROGRAM, TOLD]) {
    const match = pattern.exec(text);
    if (match !== null) return { at: match.index, message };
  }
  return undefined;
}

/** Rows of a Markdown table are read cell by cell, where `\|` is a pipe. */
function* cells(text: string): Generator<Passage> {
  if (!/^[ \t]*\|/m.test(text)) {
    yield { text, offset: 0 };
    return;
  }
  let start = 0;
  for (const line of text.split("\n")) {
    if (/^[ \t]*\|/.test(line)) {
      let at = start;
      for (const cell of line.split(/(?<!\\)\|/)) {
        yield { text: cell.replace(/\\\|/g, " |"), offset: at };
        at += cell.length + 1;
      }
    } else yield { text: line, offset: start };
    start += line.length + 1;
  }
}

const SAVED =
  /(?<![\w./-])(?:curl|wget)\b[^\n|;]{0,300}?(?:\s-\w*o\s*|\s--output(?:-document)?[ =]|\s-O\s+(?=[\w./~$"']+(?:\s|$|;|&))|>\s*)["']?([\w./~${}-]{1,120})/g;
const CHECKED =
  /\b(?:sha\d{1,3}sum|shasum|gpgv?2?|cosign|minisign|openssl\s+dgst|get-filehash|b2sum)\b/i;

/** `curl -o x …; sh x`, unless a digest or a signature is checked. */
function savedAndRun(text: string): Found | undefined {
  if (CHECKED.test(text)) return undefined;
  for (const match of text.matchAll(SAVED)) {
    const file = match[1]!.replace(/^\.\//, "");
    if (file.startsWith("/dev/") || file === "-") continue;
    const after = text.slice(match.index + match[0].length);
    const name = file.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const run = new RegExp(
      String
        .raw`(?:^|[\s;&|(])(?:(?:sudo\s+)?(?:ba|z|da)?sh(?:\s+-\w+)*\s+|source\s+|\.\s+|python[\d.]*\s+|sudo\s+)["']?(?:\./)?${name}(?![\w/-])|(?:^|[\s;&|(])(?:sudo\s+)?\./${name}(?![\w/-])`,
    );
    if (run.test(after)) {
      return {
        at: match.index,
        message: `${
          file.slice(0, 80)
        } is downloaded and run, unseen and unchecked`,
      };
    }
  }
  return undefined;
}

function firstDisguise(text: string): number {
  return Math.max(0, text.search(/\w(?:''|"")\w|\$[A-Za-z{@*]|\w\\[a-z]/));
}

/** The line of a passage around `at`. */
export function lineAt(text: string, at: number): string {
  const start = text.lastIndexOf("\n", Math.max(0, at - 1)) + 1;
  const end = text.indexOf("\n", at);
  return text.slice(start, end < 0 ? text.length : end).trim();
}
