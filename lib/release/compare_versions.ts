import type { Version } from "./version.ts";

/**
 * The precedence of two versions of one shape (Semantic Versioning 2.0.0,
 * item 11): negative when `a` comes first, 0 when neither does, which does not
 * mean that they are spelt alike.
 */
export function compareVersions(a: Version, b: Version): number {
  for (let i = 0; i < Math.max(a.numbers.length, b.numbers.length); i++) {
    const order = compareNumbers(a.numbers[i] ?? "0", b.numbers[i] ?? "0");
    if (order !== 0) return order;
  }
  const [left, right] = [a.prerelease, b.prerelease];
  // A release comes after its own pre-releases.
  if (left.length === 0 || right.length === 0) {
    return Math.sign(right.length - left.length);
  }
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const order = compareIdentifiers(left[i]!, right[i]!);
    if (order !== 0) return order;
  }
  return Math.sign(left.length - right.length);
}

/** Compares digits of any length; zeros in front count for nothing. */
export function compareNumbers(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.replace(/^0+(?=[0-9])/, ""));
  return Math.sign(left!.length - right!.length) || compareTexts(left!, right!);
}

function compareIdentifiers(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => /^[0-9]+$/.test(text));
  if (left && right) return compareNumbers(a, b);
  if (left !== right) return left ? -1 : 1;
  return compareTexts(a, b);
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
