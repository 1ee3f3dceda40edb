/** The lines of two files as numbers: equal lines have equal ones. */
export interface LineIds {
  readonly old: readonly number[];
  readonly new: readonly number[];
  /** How many different lines there are; ids are below it. */
  readonly count: number;
}

/**
 * Numbers the lines of two files, so that comparing two of them costs the same
 * however long they are.
 */
export function lineIds(
  before: readonly string[],
  after: readonly string[],
): LineIds {
  const known = new Map<string, number>();
  const idOf = (line: string) => {
    let id = known.get(line);
    if (id === undefined) known.set(line, id = known.size);
    return id;
  };
  return { old: before.map(idOf), new: after.map(idOf), count: known.size };
}
