/** Words before a command that change nothing about what runs. */
const PREFIX =
  /^(?:\s*(?:[({$"'`>]+|(?:sudo|doas|nohup|exec|command|time|env)(?:\s+-[\w-]+)*|[A-Z_][A-Z0-9_]*=\S*|\/usr\/bin\/env)(?=\s|$|[\w./(]))*\s*/;
const SHELL =
  /^(?:\/\S{0,40}\/)?(?:ba|z|da|k|a|c|tc|fi)?sh\b(?![.\w-])((?:\s+[^\s|;&]+)*)/;
const OTHER_SHELL =
  /^(?:pwsh|powershell(?:\.exe)?|cmd(?:\.exe)?|iex|invoke-expression|crontab\s+-(?!\w))(?![\w.-])/i;
const INTERPRETER =
  /^(?:\/\S{0,40}\/)?(?:python[\d.]*|perl|ruby|node|php|deno\s+run|bun\s+run|lua|osascript|rscript)(?![\w./-])\s*(?:-u\s*)?(?:-(?=\s|$|["'`)])|$|["'`)])/i;
const XARGS = /^xargs\b.{0,80}\b(?:ba|z|da|k)?sh\s+-c\b/;

const DOWNLOADER =
  /(?<![\w./-])(?:curl|wget2?|aria2c|axel|lynx|invoke-webrequest|invoke-restmethod|iwr|irm|downloadstring)(?:\.exe)?(?![\w-])/i;
/** Without an address it is talked about, not run. */
const ADDRESS =
  /https?:|ftp:|\/\/|\$\w|\$\{|<[^<>|]+>|[\w-]\.[a-z]{2,}(?:\/|\b)/i;

/** Whether a command fetches something. */
export function isDownload(command: string): boolean {
  const match = DOWNLOADER.exec(command);
  return match !== null && ADDRESS.test(command.slice(match.index));
}

/** Whether a command runs what it reads from its input. */
export function runsInput(command: string): boolean {
  const bare = command.replace(PREFIX, "").replace(/[`"')\s]+$/, "");
  const shell = SHELL.exec(bare);
  if (shell !== null) return !/(?:^|\s)-\w*c\b/.test(shell[1]!);
  return OTHER_SHELL.test(bare) || INTERPRETER.test(bare) || XARGS.test(bare);
}

/** The pipelines of a text, each as its commands; quotes and substitutions are looked through. */
export function* pipelines(text: string): Generator<{
  readonly commands: readonly string[];
  readonly offset: number;
}> {
  const ends = /\n|;|&&|\|\||$/g;
  let start = 0;
  for (let end; (end = ends.exec(text)) !== null;) {
    const part = text.slice(start, end.index);
    if (part.includes("|")) {
      yield { commands: part.split(/\|&?/), offset: start };
    }
    if (end.index === text.length) return;
    start = ends.lastIndex;
  }
}
