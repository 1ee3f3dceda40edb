/** A step of the demo did not do what it says. */
export class DemoFailed extends Error {}

/** Says a line to the person who watches. */
export function say(line = ""): void {
  const bytes = new TextEncoder().encode(`${line}\n`);
  for (let at = 0; at < bytes.length;) {
    at += Deno.stdout.writeSync(bytes.subarray(at));
  }
}

/** Shows text that a program wrote or a file holds, indented. */
export function quote(text: string): void {
  if (text.trim() === "") return;
  for (const line of text.trimEnd().split("\n")) say(`    ${line}`);
}

/** Says what holds, or throws {@linkcode DemoFailed} with the evidence when it does not. */
export function claim(holds: boolean, sentence: string, evidence = ""): void {
  if (!holds) throw new DemoFailed(`NOT TRUE: ${sentence}\n${evidence}`);
  say(`  ok: ${sentence}`);
}
