import type { Finding } from "../base/finding.ts";
import { formatPosition } from "../base/position.ts";
import { printable } from "../report/printable.ts";
import { sourceNameFindings } from "../scan/source_name_findings.ts";
import type { Pin } from "../trust/model.ts";
import type { Appraisal } from "./appraise.ts";
import type { Layers } from "./resolve_entry.ts";
import type { VouchRequest } from "./request.ts";

/** What is to be said of a source beside what its files say. */
export function vouchFindings(
  request: VouchRequest,
  appraisal: Appraisal,
  layers: Layers,
): Finding[] {
  return [
    ...badSignatures(appraisal),
    ...branchNote(appraisal.source.pin, request),
    ...familiarNames(request, layers),
  ];
}

function badSignatures({ observed, source }: Appraisal): Finding[] {
  return observed.filter(({ bad }) => bad).map(({ on, because }) => ({
    rule: "signature-bad",
    level: "warning",
    message: `The signature of the ${on} ${because}`,
    source: source.id,
  }));
}

function branchNote({ method, ref }: Pin, { id }: VouchRequest): Finding[] {
  return method !== "git-branch" ? [] : [{
    rule: "branch-not-pinned",
    level: "note",
    message: `The branch ${
      printable(ref)
    } has no anchor: whatever lies there when setup runs is installed; pin a release with git-tag when there is one`,
    source: id,
  }];
}

/**
 * Ids that a person who reads the trust list may take for another's, and one
 * that an organization gives to a source of its own.
 */
function familiarNames(
  { id, curated }: VouchRequest,
  { adopter, organizations }: Layers,
): Finding[] {
  if (curated !== undefined) return [];
  const listed = organizations.files.flatMap(({ files }) =>
    files.flatMap(({ entries }) => entries)
  );
  const trusted = adopter.trustList?.layer.entries ?? [];
  const theirs = listed.find((entry) => entry.id === id);
  const known = [...trusted, ...listed].map((entry) => entry.id);
  return [
    ...sourceNameFindings(id, known),
    ...(theirs === undefined ? [] : [{
      rule: "layer-disagrees" as const,
      level: "warning" as const,
      message: `${
        formatPosition(theirs.at)
      }: An organization lists a source by the id ${id}; give this one another with --id, or vouch for theirs by its id`,
    }]),
  ].map((finding) => ({ ...finding, source: id }));
}
