import { hiddenCommands } from "./hidden_commands.ts";
import { lineAt, SUBSTITUTION } from "./download_to_shell.ts";
import type { Sighting } from "./model.ts";
import type { Passage } from "./passages.ts";
import { plainCommand } from "./plain_command.ts";
import { pipelines, runsInput } from "./shell_words.ts";

/** Commands that turn an encoding into text again. */
const DECODER = String
  .raw`(?:\bbase(?:64|32)\b[^|;&\n]{0,60}?\s(?:-[a-z]*d\w*|-D|--decode)\b|\bopenssl\s+(?:enc|base64)\b[^|;&\n]{0,80}\s-d\b|\bxxd\s+-\w*r|\buudecode\b|\|\s*rev\b(?![\w-])|\btr\s+["']?[A-Za-z]-[A-Za-z][^|;&\n]{0,20}\s["']?[A-Za-z]-|\b(?:printf|echo\s+-\w*e\w*)\s+["']?\$?'?(?:\\x[0-9a-f]{2}|\\[0-7]{3}))`;
const DECODES = new RegExp(DECODER, "i");
const SUBSTITUTED = new RegExp(
  String.raw`${SUBSTITUTION}[^\n()]{0,300}?${DECODER}`,
  "i",
);
const PROGRAM =
  /(?<![\w-])(?:exec|eval|(?<!re\.)compile|Function|iex|invoke-expression|system|popen|spawn|execSync|os\.system|subprocess\.\w+|__import__)\b["']?\s*\(?[^\n]{0,120}?(?:b64decode|b32decode|\batob\s*\(|fromhex|unhexlify|frombase64string|codecs\.decode|marshal\.loads|zlib\.decompress|buffer\.from\([^)\n]{0,400}["'](?:base64|hex)|\.decode\(\s*["'](?:hex|base64|rot_?13))/i;
const POWERSHELL =
  /\b(?:powershell|pwsh)(?:\.exe)?\b[^\n|;]{0,120}\s-e(?:nc|ncodedcommand|c)?\s+["']?[A-Za-z0-9+/=]{16,}/i;

/** Finds what is decoded and run, and encoded commands (contract section 8). */
export function* encodedPayload(
  { text, offset }: Passage,
): Generator<Sighting> {
  const at = place(text) ??
    (place(plainCommand(text)) === undefined ? undefined : 0);
  if (at !== undefined) {
    const decoded = [...hiddenCommands(text, true)].map((one) => one.text);
    yield {
      rule: "encoded-payload",
      level: "warning",
      offset: offset + at,
      decoded: decoded.length > 0 ? decoded.join("\n") : lineAt(text, at),
      message: "what is decoded is run at once, unseen",
    };
    return;
  }
  for (const found of hiddenCommands(text, false)) {
    yield {
      rule: "encoded-payload",
      level: "warning",
      offset: offset + found.at,
      decoded: found.text,
      message: `${found.encoding} that spells commands or orders`,
    };
  }
}

function place(text: string): number | undefined {
  for (const { commands, offset } of pipelines(text)) {
    const from = commands.findIndex((command) => DECODES.test(command));
    if (from < 0) continue;
    if (commands.slice(from + 1).some(runsInput)) {
      return offset + /^\s*/.exec(text.slice(offset))![0].length;
    }
  }
  for (const pattern of [SUBSTITUTED, PROGRAM, POWERSHELL]) {
    const match = pattern.exec(text);
    if (match !== null) return match.index;
  }
  return undefined;
}
