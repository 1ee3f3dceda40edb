/** Characters of an encoded text that are decoded. */
const MAX_ENCODED = 4096;

/** Text that spells commands or orders when it is decoded. */
export interface HiddenCommand {
  readonly at: number;
  readonly text: string;
  readonly encoding: string;
}

interface Encoding {
  readonly name: string;
  readonly pattern: RegExp;
  /** What a text must have for the pattern to be worth trying. */
  readonly needs?: string;
  readonly decode: (encoded: string) => string | undefined;
}

/** What an encoded text must hold to be worth a word: most encoded data is data. */
const ORDERS =
  /\b(?:curl|wget|powershell|invoke-\w+|netcat|nc\s+-|subprocess|child_process|os\.system|crontab|authorized_keys|system prompt|base64\s+-)|\b(?:ba|z)?sh\s+-[ci]\b|\|\s*(?:ba|z)?sh\b|\/bin\/(?:ba|z)?sh\b|\/dev\/tcp\/|\brm\s+-\w*r|\bchmod\s+\+x|\beval\b\s*[("'$]|\bexec\s*\(|\bignore\s+(?:all\s+|any\s+)?(?:previous|prior|above|your)|\b(?:do not|don't|never)\s+(?:tell|inform|mention)/i;

const ENCODINGS: readonly Encoding[] = [
  {
    name: "an encoded text",
    pattern: /(?<![\w+/=-])[A-Za-z0-9+/_-]{16,}={0,2}/g,
    decode: (text) => fromHex(text) ?? fromBase64(text),
  },
  {
    name: "an escaped text",
    needs: "\\x",
    pattern: /(?:\\x[0-9a-fA-F]{2}){6,}/g,
    decode: (text) => fromNumbers(text.match(/[0-9a-fA-F]{2}/g), 16),
  },
  {
    name: "an escaped text",
    needs: "\\u00",
    pattern: /(?:\\u00[0-9a-fA-F]{2}){6,}/g,
    decode: (text) => fromNumbers(text.match(/[0-9a-fA-F]{4}/g), 16),
  },
  {
    name: "an escaped text",
    needs: "\\",
    pattern: /(?:\\[0-7]{3}){6,}/g,
    decode: (text) => fromNumbers(text.match(/[0-7]{3}/g), 8),
  },
  {
    name: "an escaped text",
    needs: "%",
    pattern: /(?:%[0-9a-fA-F]{2}){6,}/g,
    decode: (text) => fromNumbers(text.match(/[0-9a-fA-F]{2}/g), 16),
  },
  {
    name: "an escaped text",
    needs: "&#",
    pattern: /(?:&#\d{2,3};){6,}/g,
    decode: (text) => fromNumbers(text.match(/\d+/g), 10),
  },
  {
    name: "an escaped text",
    needs: "&#",
    pattern: /(?:&#x[0-9a-fA-F]{2};){6,}/gi,
    decode: (text) => fromNumbers(text.match(/[0-9a-f]{2}(?=;)/gi), 16),
  },
  {
    name: "a text in numbers",
    needs: ",",
    pattern: /(?:\b\d{2,3}\s{0,3},\s{0,3}){7,}\d{2,3}\b/g,
    decode: (text) => fromNumbers(text.match(/\d+/g), 10),
  },
];

/**
 * Finds encoded text that spells commands or orders.
 *
 * @param all whether any text is meant, as where it is known to be run
 */
export function* hiddenCommands(
  text: string,
  all: boolean,
): Generator<HiddenCommand> {
  for (const { name, pattern, needs, decode } of ENCODINGS) {
    if (needs !== undefined && !text.includes(needs)) continue;
    for (const match of text.matchAll(pattern)) {
      const decoded = decode(match[0].slice(0, MAX_ENCODED));
      if (decoded === undefined || !readable(decoded)) continue;
      if (all || ORDERS.test(decoded)) {
        yield { at: match.index, text: decoded, encoding: name };
      }
    }
  }
}

function readable(text: string): boolean {
  return text.length >= 4 && /^[\t\n\r\x20-\x7e]*$/.test(text);
}

function fromHex(encoded: string): string | undefined {
  const digits = /^(?:0x)?((?:[0-9a-f]{2}){10,})$/i.exec(encoded)?.[1];
  return digits === undefined
    ? undefined
    : fromNumbers(digits.match(/../g), 16);
}

function fromBase64(encoded: string): string | undefined {
  // Text never comes out as letters of one case: names and paths of code do.
  if (!/[A-Z]/.test(encoded) || !/[a-z]/.test(encoded)) return undefined;
  const standard = encoded.replace(/=+$/, "").replace(/-/g, "+")
    .replace(/_/g, "/");
  const whole = standard.length % 4 === 1 ? standard.slice(0, -1) : standard;
  try {
    const text = atob(whole);
    // PowerShell's encoded commands are UTF-16.
    return /^(?:[\t\n\r\x20-\x7e]\0)+$/.test(text)
      ? text.replaceAll("\0", "")
      : text;
  } catch {
    return undefined;
  }
}

function fromNumbers(
  digits: readonly string[] | null,
  radix: number,
): string {
  return String.fromCharCode(
    ...(digits ?? []).map((text) => parseInt(text, radix)),
  );
}
