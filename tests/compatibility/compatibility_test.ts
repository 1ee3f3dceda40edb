import assert from "node:assert/strict";
import { PROJECT_ROOT } from "../support/source_files.ts";
import { corpus } from "./corpus.ts";
import { ourVerdict } from "./our_verdict.ts";
import { REASONS } from "./reasons.ts";

/** What Magpie's validator says of each sample: the declared ids, `null` where it names a fault. */
const theirs: Readonly<Record<string, readonly string[] | null>> = JSON.parse(
  await Deno.readTextFile(new URL("./verdicts.json", import.meta.url)),
);
const samples = corpus();

/** Which reader takes more of a file. */
function difference(
  ours: readonly string[] | null,
  theirs: readonly string[] | null,
): "same" | "stricter" | "wider" {
  if (JSON.stringify(ours) === JSON.stringify(theirs)) return "same";
  return (ours?.length ?? -1) < (theirs?.length ?? -1) ? "stricter" : "wider";
}

Deno.test("the corpus is large, and each sample has one frozen verdict", () => {
  assert.ok(samples.length >= 300);
  assert.deepEqual(
    samples.map(({ name }) => name).sort(),
    Object.keys(theirs).sort(),
  );
});

Deno.test("this program and Magpie's validator read alike, but where a documented reason says otherwise", () => {
  const odd: string[] = [];
  for (const { name, text, reason } of samples) {
    const { ids, rules } = ourVerdict(name, text);
    const found = difference(ids, theirs[name]!);
    const expected = reason === undefined ? "same" : REASONS[reason];
    if (found === expected) continue;
    odd.push(`${name}: ${found}, not ${expected} (${rules.join(", ")})`);
  }
  assert.deepEqual(odd, []);
});

Deno.test("each reason is met by a sample, and explained", async () => {
  const page = await Deno.readTextFile(`${PROJECT_ROOT}/docs/compatibility.md`);
  const used = new Set(samples.map(({ reason }) => reason));
  for (const [reason, side] of Object.entries(REASONS)) {
    assert.ok(used.has(reason as keyof typeof REASONS), reason);
    const part = page.split(/^## /m).find((one) =>
      one.toLowerCase().startsWith(side)
    );
    assert.ok(part?.includes(`| \`${reason}\` `), `${side} ${reason}`);
  }
});
