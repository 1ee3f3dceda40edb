import assert from "node:assert/strict";
import { requireUntracked } from "../../lib/adopter/require_untracked.ts";

const tracking = (...paths: string[]) => ({
  has: (path: string) => paths.includes(path),
  below: (prefix: string) => paths.filter((path) => path.startsWith(prefix)),
});

Deno.test("a committed snapshot, listing, journal or local lock is refused, in any case", () => {
  for (
    const path of [
      ".apache-magpie-sources/acme/skills/scan/SKILL.md",
      ".apache-magpie-sources/.state/journal.json",
      ".Apache-Magpie-Sources/.state/journal.json",
      ".apache-magpie-\u017fource\u017f/.state/journal.json",
      ".apache-magpie-sources",
      ".apache-magpie.sources.local.lock",
      ".APACHE-MAGPIE.sources.local.lock",
    ]
  ) {
    assert.throws(
      () => requireUntracked(tracking("README.md", path)),
      { code: "tracked-generated" },
      path,
    );
  }
});

Deno.test("names that only begin alike are the adopter's own", () => {
  requireUntracked(tracking(
    ".apache-magpie.sources.lock",
    ".apache-magpie-sources.md",
    ".apache-magpie-overrides/skill-sources.md",
  ));
});
