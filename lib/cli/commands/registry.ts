import type { CommandSpec } from "../spec.ts";
import { REPORT_FORMAT, YES } from "./shared.ts";

/** `registry render` as the user sees it. */
export const REGISTRY_RENDER: CommandSpec = {
  name: "registry render",
  summary: "Write the registry's tables from the organization files",
  description:
    "Writes the table of docs/skill-sources/registry.md that stands between " +
    "the comments <!-- skill-sources:org-curated:begin --> and :end -->, and " +
    "that of the community's sources where it is marked the same way and the " +
    "file holds descriptors. Every byte outside stays.",
  arguments: [],
  options: [YES],
  examples: [
    {
      line: "skill-sources registry render --yes",
      summary: "After a list has changed",
    },
  ],
  needs: "write",
  preview: "skill-sources registry check",
  load: () => import("../../commands/registry_render.ts"),
};

/** `registry check` as the user sees it. */
export const REGISTRY_CHECK: CommandSpec = {
  name: "registry check",
  summary: "Check the registry's tables against the organization files",
  description:
    "Exits with 1, naming the line, when registry render would change " +
    "docs/skill-sources/registry.md.",
  arguments: [],
  options: [REPORT_FORMAT],
  examples: [
    { line: "skill-sources registry check", summary: "For a CI job" },
  ],
  needs: "read",
  reports: true,
  load: () => import("../../commands/registry_check.ts"),
};
