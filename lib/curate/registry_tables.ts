import type { DescriptorEntry } from "../trust/descriptor.ts";
import type { Provide } from "../trust/model.ts";
import { markdownCell, markdownCode, markdownLink } from "./markdown_cell.ts";

/** One organization's list, as the registry shows it. */
export interface RegistryOrganization {
  readonly name: string;
  /** Path of its list, from the repository's root. */
  readonly file: string;
  readonly entries: readonly DescriptorEntry[];
}

const NONE = "*(none listed yet)*";

/** The table *Org-curated sources*, one row for each organization, in lines. */
export function curatedTable(
  organizations: readonly RegistryOrganization[],
): readonly string[] {
  const rows = organizations.map(({ name, file, entries }) => [
    markdownCell(name),
    entries.length === 0 ? NONE : entries.map(sourceCell).join("<br>"),
    // The page stands two folders deep.
    markdownLink(file, `../../${encodeURI(file)}`),
  ]);
  return tableLines(
    ["Organization", "Curated sources", "File"],
    rows.length === 0 ? [[NONE, "", ""]] : rows,
  );
}

/** The table of community sources, one row for each descriptor of the registry, in lines. */
export function communityTable(
  entries: readonly DescriptorEntry[],
): readonly string[] {
  return tableLines(
    ["Source id", "Owning org", "Maintainer", "Repository", "Notes"],
    entries.map(({ id, descriptor }) => [
      markdownCode(id),
      markdownCell(descriptor.organization?.value ?? "independent"),
      markdownCell(descriptor.maintainer?.value ?? ""),
      placeOf(descriptor),
      provided(descriptor.provides?.value ?? []),
    ]),
  );
}

function sourceCell({ id, descriptor }: DescriptorEntry): string {
  const skills = provided(descriptor.provides?.value ?? []);
  const place = placeOf(descriptor);
  return `${markdownCode(id)}: ${place}${skills === "" ? "" : ` (${skills})`}`;
}

/** No url that carries a credential gets here: it is a fault of its entry. */
function placeOf({ url }: DescriptorEntry["descriptor"]): string {
  if (url === undefined) return "";
  return url.value.startsWith("https://")
    ? markdownLink(
      url.value.slice("https://".length).replace(/(?:\.git)?\/*$/, ""),
      url.value,
    )
    : markdownCode(url.value);
}

function provided(provides: readonly Provide[]): string {
  return provides.map((item) =>
    markdownCode("skill" in item ? item.skill : `${item.family}-*`)
  ).join(", ");
}

function tableLines(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  return [
    row(head),
    `|${head.map(() => "---").join("|")}|`,
    ...rows.map(row),
  ];
}

function row(cells: readonly string[]): string {
  return `|${cells.map((cell) => cell === "" ? " " : ` ${cell} `).join("|")}|`;
}
