import type { Finding } from "../base/finding.ts";
import { type AdopterLine, adoptersCsv } from "../curate/adopters_csv.ts";
import { LOCK_STATES, STATES } from "../curate/adoption.ts";
import type {
  AdopterSurvey,
  SurveyedAdopter,
} from "../curate/survey_adopters.ts";
import { table } from "../report/table.ts";
import type { CommandResult, OptionValue } from "./command.ts";

/** The report on the adopters as data, as a table, or as CSV. */
export function adoptersReport(
  organization: string,
  { adopters, findings }: AdopterSurvey,
  about: readonly Finding[],
  format: OptionValue,
): CommandResult {
  const lines = adopters.flatMap(linesOf);
  const all = adopters.flatMap(({ adoptions }) => adoptions);
  const read = adopters.filter(({ faults }) => faults.length === 0).length;
  const summary = {
    adopters: adopters.length,
    read,
    pins: all.length,
    states: counts(STATES, all.map(({ state }) => state)),
    locks: counts(LOCK_STATES, all.map(({ lock }) => lock)),
    unreadable: adopters.length - read,
  };
  return {
    document: {
      organization,
      summary,
      adopters: adopters.map(({ url, commit, adoptions, faults }) => ({
        url,
        commit: commit ?? null,
        sources: adoptions,
        faults: faults.map(({ cause, message }) => ({ cause, message })),
      })),
    },
    findings: [...about, ...findings],
    text: format === "csv" ? adoptersCsv(lines) : textOf(lines, summary),
  };
}

/** A row for each source of an adopter, and one for each thing that is wrong. */
function linesOf({ url, adoptions, faults }: SurveyedAdopter): AdopterLine[] {
  return [
    ...adoptions.map((adoption) => ({ adopter: url, ...adoption })),
    ...faults.map(({ cause }) => ({ adopter: url, cause })),
  ];
}

function counts<T extends string>(
  names: readonly T[],
  found: readonly T[],
): Record<string, number> {
  return Object.fromEntries(
    names.map((name) => [name, found.filter((each) => each === name).length]),
  );
}

function textOf(
  lines: readonly AdopterLine[],
  { adopters, read, pins, states, locks }: {
    readonly adopters: number;
    readonly read: number;
    readonly pins: number;
    readonly states: Readonly<Record<string, number>>;
    readonly locks: Readonly<Record<string, number>>;
  },
): string {
  const rows = lines.map((line) =>
    line.cause === undefined
      ? [
        line.adopter,
        line.id ?? "",
        line.ref ?? "-",
        line.anchor?.slice(0, 12) ?? "-",
        line.state ?? "",
        line.lock ?? "",
        line.url ?? "-",
      ]
      : [line.adopter, "-", "-", "-", line.cause]
  );
  const head = ["ADOPTER", "SOURCE", "REF", "ANCHOR", "STATE", "LOCK", "URL"];
  const said = [states, locks].flatMap((each) =>
    Object.entries(each).filter(([name, count]) =>
      count > 0 && name !== "locked"
    )
  ).map(([name, count]) => `${count} ${name}`);
  return [
    rows.length === 0 ? "" : table([head, ...rows]) + "\n",
    `${read} of ${adopters} adopters read, ${pins} pins${
      said.length === 0 ? "" : `: ${said.join(", ")}`
    }.\n`,
  ].join("");
}
