import type { Finding } from "../base/finding.ts";
import { pathUri } from "./path_uri.ts";
import { sarifMessage } from "./sarif_message.ts";

/** Where a finding about no file is shown: code scanning takes no result without a place. */
const NO_PATH = "skill-sources.md";

/** One finding as SARIF's `result`; `print` tells it from others across runs. */
export function sarifResult(
  finding: Finding,
  print: string,
): Record<string, unknown> {
  const { rule, level, message, path, line, fix } = finding;
  const text = fix === undefined ? message : `${message}\nfix: ${fix}`;
  const hasRegion = path !== undefined && line !== undefined &&
    Number.isSafeInteger(line) && line >= 1;
  return {
    ruleId: rule,
    level,
    message: sarifMessage(text),
    locations: [{
      physicalLocation: {
        artifactLocation: pathUri(path ?? NO_PATH),
        ...(hasRegion ? { region: { startLine: line } } : {}),
      },
      ...logicalLocations(finding),
    }],
    partialFingerprints: {
      "skillSourcesFinding/v1": print,
      // The one name that GitHub's code scanning reads.
      primaryLocationLineHash: print,
    },
  };
}

function logicalLocations({ source, skill }: Finding) {
  const names = [source, skill].filter((name) => name !== undefined);
  if (names.length === 0) return {};
  return {
    logicalLocations: [{
      name: names.at(-1),
      fullyQualifiedName: names.join("/"),
      kind: skill === undefined ? "source" : "skill",
    }],
  };
}
