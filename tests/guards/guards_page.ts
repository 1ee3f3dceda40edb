import { reasonOf } from "./exclusions.ts";
import { type Guard, GUARDED_ROOMS } from "./find_guards.ts";
import type { Results } from "./results.ts";
import type { Trial } from "./try_guard.ts";

/**
 * The page `docs/guards.md`: one line a guard, with the test that fails
 * without it. The same results give the same page.
 */
export function guardsPage(
  guards: readonly Guard[],
  { trials, reach }: Pick<Results, "trials" | "reach">,
): string {
  const reached = new Set([...reach.values()].flatMap((each) => each.guards));
  const tested = guards.filter(({ id }) => trials.get(id)?.test !== undefined);
  const rest = guards.filter((guard) => !tested.includes(guard));
  const excluded = rest.filter((guard) => reasonOf(guard) !== undefined);
  const open = rest.filter((guard) => !excluded.includes(guard));
  // Tests of the room alone say little where others may reach it.
  const tried = ({ id }: Guard) => trials.has(id) && reached.has(id);
  const missed = open.filter(tried);
  const untried = open.filter((guard) => !tried(guard));
  const rooms = GUARDED_ROOMS.map((room) => {
    const count = (of: readonly Guard[]) =>
      of.filter(({ file }) => file.startsWith(`${room}/`)).length;
    return [
      `\`${room}\``,
      count(guards),
      count(tested),
      count(excluded),
      count(missed),
      count(untried),
    ];
  });
  return `# Guards

Each statement that refuses something, in the rooms that read what others wrote
or write what others read, and the test that fails when it is taken out. Written
by \`deno task guards\` ([how](../CONTRIBUTING.md)), which finds the guards in the
sources, takes each one out in turn in a clone, and runs the tests that reach it.

Of ${guards.length} guards

- ${tested.length} are missed: a test fails without them,
- ${excluded.length} cannot be missed by a test, or refuse nothing by themselves,
  for the reason below,
- ${missed.length} are missed by no test,
- ${untried.length} are reached by no test, or came or changed since the last run.

${
    table(
      [
        "room",
        "guards",
        "a test fails",
        "with a reason",
        "no test fails",
        "not reached",
      ],
      rooms,
    )
  }
${GUARDED_ROOMS.map((room) => section(room, tested, trials)).join("")}
## With a reason

${
    table(
      ["guard", "refuses", "why no test fails without it"],
      excluded.map((guard) => [place(guard), what(guard), reasonOf(guard)!]),
    )
  }${
    open.length === 0 ? "" : `
## Without a test

${
      table(
        ["guard", "refuses", "without it"],
        open.map((guard) => [
          place(guard),
          what(guard),
          missed.includes(guard) ? "no test fails" : "not reached",
        ]),
      )
    }`
  }`;
}

function section(
  room: string,
  tested: readonly Guard[],
  trials: ReadonlyMap<string, Trial>,
): string {
  const rows = tested.filter(({ file }) => file.startsWith(`${room}/`))
    .map((guard) => {
      const { test, name } = trials.get(guard.id)!;
      return [
        place(guard),
        what(guard),
        `\`${test!.replace("tests/", "")}\`: ${cell(name!)}`,
      ];
    });
  return rows.length === 0 ? "" : `
## \`${room}\`

${table(["guard", "refuses", "test that fails without it"], rows)}`;
}

function place({ file, within }: Guard): string {
  return `\`${file.replace("lib/", "")}\` ${within}`;
}

function what({ says, rule }: Guard): string {
  return cell(says) + (rule === undefined ? "" : ` (${rule})`);
}

/** Text for one cell of a table. */
function cell(text: string): string {
  return text.replaceAll(/[\\\`|<>*_[\]]/g, "\\$&");
}

function table(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.join(" | ")} |\n`;
  return line(head) + line(head.map(() => "---")) + rows.map(line).join("");
}
