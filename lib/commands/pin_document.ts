import type { Pin } from "../trust/model.ts";

/** A pin as `--json` shows it: `method`, `url`, `ref` and the anchor. */
export function pinDocument(pin: Pin): Record<string, string> {
  const { method, url, ref } = pin;
  switch (pin.method) {
    case "git-tag":
      return { method, url, ref, commit: pin.commit };
    case "svn-zip":
      return { method, url, ref, sha512: pin.sha512 };
    case "git-branch":
      return { method, url, ref };
  }
}

/**
 * The first twelve digits of a pin's anchor, for a person. For a branch, those
 * of the commit it was at, with a mark that nothing pins it.
 */
export function shortAnchor(pin: Pin, commit?: string): string {
  switch (pin.method) {
    case "git-tag":
      return pin.commit.slice(0, 12);
    case "svn-zip":
      return pin.sha512.slice(0, 12);
    case "git-branch":
      return commit === undefined ? "unpinned" : `${commit.slice(0, 12)} (WIP)`;
  }
}
