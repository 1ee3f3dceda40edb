import { hiddenCommands } from "./hidden_commands.ts";
import { lineAt, SUBSTITUTION } from "./download_to_shell.ts";
import type { Sighting } from "./model.ts";
import { hasAll, type Needs, needs, type Passage } from "./passages.ts";
import { plainCommand } from "./plain_command.ts";
import { pipelines, runsInput } from "./shell_words.ts";

/** Commands that turn an encoding into text again. */
const DECODER = String
  .raw`(?:\bbase(?:64|32)\b[^|;&\n]{0,60}?\s(?:-[a-z]*d\w*|-D|--decode)\b|\bopenssl\s+(?:enc|base64)\b[^|;&\n]{0,80}\s-d\b|\bxxd\s+-\w*r|\buudecode\b|(?:^|\|)\s*rev\b(?![\w-])|\btr\s+["']?[A-Za-z]-[A-Za-z][^|;&\n]{0,20}\s["']?[A-Za-z]-|\b(?:printf|echo\s+-\w*e\w*)\s+["']?\$?'?(?:\\x[0-9a-f]{2}|\\[0-7]{3}))`;
const DECODES = new RegExp(DECODER, "i");
const SUBSTITUTED = new RegExp(
  String.raw`${SUBSTITUTION}[^\n()]{0,300}?${DECODER}`,
  "i",
);
const PROGRAM =
  /(?<![\w-])(?:exec|eval|(?<!re\.)compile|Function|iex|invoke-expression|system|popen|spawn|execSync|os\.system|subprocess\.\w+|__import__)\b["']?\s*\(?[^\n]{0,120}?(?:b64decode|b32decode|\batob\s*\(|fromhex|unhexlify|frombase64string|codecs\.decode|marshal\.loads|zlib\.decompress|buffer\.from\([^)\n]{0,400}["'](?:base64|hex)|\.decode\(\s*["'](?:hex|base64|rot_?13))/i;
const POWERSHELL =
  /\b(?:powershell|pwsh)(?:\.exe)?\b[^\n|;]{0,120}\s-e(?:nc|ncodedcommand|c)?\s+["']?[A-Za-z0-9+/=]{16,}/i;

/** Words without which nothing is decoded and run. */
export const DECODER_NEEDS: Needs = needs(
  "base64|base32|openssl|xxd|uudecode|rev|tr |tr\t|printf|echo -|b64decode|b32decode|atob|fromhex|unhexlify|codecs|marshal|zlib|buffer.from|.decode(|powershell|pwsh",
);

/**
 * Finds what is decoded and run at once (contract section 8).
 *
 * @param lower the passage in lower case
 * @param possible whether the file has what {@linkcode DECODER_NEEDS} asks for
 */
export function* decodedAndRun(
  { text, offset }: Passage,
  lower: string,
  possible: boolean,
): Generator<Sighting> {
  let at = possible && hasAll(lower, DECODER_NEEDS) ? place(text) : undefined;
  if (at === undefined) {
    const plain = plainCommand(text);
    const disguised = plain !== text &&
      hasAll(plain.toLowerCase(), DECODER_NEEDS) &&
      place(plain) !== undefined;
    if (!disguised) return;
    at = 0;
  }
  const decoded = [...hiddenCommands(text, true)].map((one) => one.text);
  yield {
    rule: "encoded-payload",
    level: "warning",
    offset: offset + at,
    decoded: decoded.length > 0 ? decoded.join("\n") : lineAt(text, at),
    message: "what is decoded is run at once, unseen",
  };
}

/** Finds encoded text that spells commands or orders, whoever may decode it. */
export function* encodedPayload(text: string): Generator<Sighting> {
  for (const found of hiddenCommands(text, false)) {
    yield {
      rule: "encoded-payload",
      level: "warning",
      offset: found.at,
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
