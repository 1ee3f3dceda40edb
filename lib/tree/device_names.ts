const DEVICES =
  /^(?:con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3]|conin\$|conout\$|clock\$)$/i;

/**
 * Whether Windows opens a device when asked for a file of this name: `con`,
 * `Con.md`, `NUL .txt`. The part before the first dot decides.
 */
export function isDeviceName(name: string): boolean {
  return DEVICES.test(name.split(".", 1)[0]!.trimEnd());
}
