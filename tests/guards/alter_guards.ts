import type { Guard } from "./find_guards.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The name of the function that a marked guard calls. */
export const MARK = /^__guard_([0-9a-f]{8})$/;

/** `source` with `guard` taken out: what it refuses is let through. */
export function withoutGuard(source: Uint8Array, guard: Guard): Uint8Array {
  return spliced(source, [[guard, guard.without]]);
}

/**
 * `source` with a call in each of its guards, of a function named after the
 * guard. V8's coverage counts the calls of each function, so it says which
 * guards a run reached, in child processes and without any permission; what
 * `name_reach.ts` puts there counts it with the name of the test.
 */
export function markGuards(
  source: Uint8Array,
  guards: readonly Guard[],
): Uint8Array {
  // From the inside out, as a guard may stand within another.
  const inner = [...guards].sort((a, b) =>
    (a.end - a.start) - (b.end - b.start)
  );
  const edits: [Guard, string][] = [];
  for (const guard of inner) {
    const text = decoder.decode(
      spliced(
        source.subarray(guard.start, guard.end),
        edits.filter(([each]) => inside(each, guard)).map(([each, by]) => [
          { start: each.start - guard.start, end: each.end - guard.start },
          by,
        ]),
      ),
    );
    const call =
      `(function __guard_${guard.id}() { globalThis.__reached?.("${guard.id}"); })()`;
    edits.push([
      guard,
      guard.statement ? `{ ${call}; ${text} }` : `(${call}, ${text})`,
    ]);
  }
  return spliced(
    source,
    edits.filter(([each]) => !guards.some((guard) => inside(each, guard))),
  );
}

function inside(guard: Guard, other: Guard): boolean {
  return guard !== other && other.start <= guard.start &&
    guard.end <= other.end;
}

/** Replaces byte ranges that do not overlap. */
function spliced(
  source: Uint8Array,
  edits: readonly [{ readonly start: number; readonly end: number }, string][],
): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (
    const [{ start, end }, by] of edits.toSorted(([a], [b]) =>
      a.start - b.start
    )
  ) {
    parts.push(source.subarray(at, start), encoder.encode(by));
    at = end;
  }
  parts.push(source.subarray(at));
  return new Uint8Array(parts.flatMap((part) => [...part]));
}
