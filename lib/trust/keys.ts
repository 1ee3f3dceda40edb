import { accept, type Checked, refuse } from "./checked.ts";
import { checkKeysPath } from "./paths.ts";
import { redactUrl } from "./redact_url.ts";
import { checkUrl } from "./url.ts";

/**
 * Checks `keys`: the URL of a KEYS file, or a path in the adopter's
 * repository, never one in the source.
 */
export function checkKeys(text: string): Checked<string> {
  if (!/^[A-Za-z][A-Za-z0-9+.-]+:/.test(text) && !text.includes("@")) {
    return checkKeysPath(text);
  }
  const checked = checkUrl(text);
  if (checked.value === undefined) return checked;
  return /^(?:https?|file):/.test(text) ? accept(checked.value) : refuse(
    `The keys url ${redactUrl(text)} cannot be downloaded; write an ` +
      "`https://` url or a path in this repository",
  );
}

/** Whether `keys` is a url, and not a path in the adopter's repository. */
export function isKeysUrl(keys: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(keys);
}
