/** One step of a suite: the folder its cases share, and how many there are. */
export interface SuiteStep {
  /** Relative to the suite's folder, without `fixtures`; `.` for the suite itself. */
  readonly name: string;
  readonly cases: number;
}

/**
 * The steps of a suite as Magpie's runner finds them: a case is a folder with
 * a `report.md`; cases stand in the suite's own folder, and only there, or
 * each step's stand in a folder `fixtures`, of which those inside another
 * `fixtures` do not count. A step with a `step-config.json` and no case is
 * listed too. Sorted by name.
 *
 * @param paths all files of the snapshot
 * @param root the suite's folder
 */
export function suiteSteps(
  paths: Iterable<string>,
  root: string,
): SuiteStep[] {
  const cases = new Map<string, number>();
  for (const path of paths) {
    if (!path.startsWith(`${root}/`)) continue;
    const parts = path.slice(root.length + 1).split("/");
    const file = parts.pop();
    const fixtures = parts.indexOf("fixtures");
    const at = fixtures === -1 ? 0 : fixtures + 1;
    const shared = parts.slice(0, at).join("/");
    const below = parts.length - at;
    if (file === "step-config.json" && below === 0) {
      cases.set(shared, cases.get(shared) ?? 0);
    } else if (file === "report.md" && below === 1) {
      cases.set(shared, (cases.get(shared) ?? 0) + 1);
    }
  }
  const own = cases.get("") ?? 0;
  return [...cases]
    .filter(([shared]) => own === 0 || shared === "")
    .map(([shared, count]) => ({
      name: shared.replace(/(?:^|\/)fixtures$/, "") || ".",
      cases: count,
    }))
    .sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}
