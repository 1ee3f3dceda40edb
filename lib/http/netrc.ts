/** A login of `~/.netrc`. */
export interface NetrcLogin {
  readonly login: string;
  readonly password: string;
}

/**
 * Finds the first login for exactly `host` in the text of a netrc file. A
 * `default` entry is passed over: a password must be bound to a host before
 * this tool sends it to one that a descriptor names.
 */
export function netrcLogin(text: string, host: string): NetrcLogin | undefined {
  let machine: string | undefined;
  let login: string | undefined;
  let password: string | undefined;
  const found = () =>
    machine?.toLowerCase() === host.toLowerCase() && password !== undefined
      ? { login: login ?? "", password }
      : undefined;
  const tokens = netrcTokens(text);
  for (let i = 0; i < tokens.length; i++) {
    switch (tokens[i]) {
      case "machine":
      case "default": {
        const before = found();
        if (before !== undefined) return before;
        machine = tokens[i] === "machine" ? tokens[++i] : undefined;
        login = password = undefined;
        break;
      }
      case "login":
        login = tokens[++i];
        break;
      case "password":
        password = tokens[++i];
        break;
      case "account":
        i++;
        break;
    }
  }
  return found();
}

/** Blank-separated words without comments and `macdef` bodies, which end at an empty line. */
function netrcTokens(text: string): string[] {
  const tokens: string[] = [];
  let inMacro = false;
  for (const line of text.split(/\r?\n/)) {
    if (inMacro) {
      inMacro = line.trim() !== "";
      continue;
    }
    for (const match of line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)) {
      const word = match[2];
      if (word === undefined) {
        tokens.push((match[1] ?? "").replace(/\\(.)/g, "$1"));
        continue;
      }
      // A password may begin with "#": it is a comment only where a word of
      // the format could stand.
      if (word.startsWith("#") && !takesValue(tokens.at(-1))) break;
      if (word === "macdef") {
        inMacro = true;
        break;
      }
      tokens.push(word);
    }
  }
  return tokens;
}

function takesValue(word: string | undefined): boolean {
  return word === "machine" || word === "login" || word === "password" ||
    word === "account";
}
