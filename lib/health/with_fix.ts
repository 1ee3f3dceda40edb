import type { Finding } from "../base/finding.ts";
import { SNAPSHOTS } from "../store/paths.ts";

/**
 * The finding with the edit or command that repairs it, for those that were
 * made where only the fault was known: so that every error and warning of
 * `verify` says what to do next.
 */
export function withFix(finding: Finding): Finding {
  if (finding.fix !== undefined || finding.level === "note") return finding;
  const fix = fixOf(finding);
  return fix === undefined ? finding : { ...finding, fix };
}

function fixOf({ rule, path, line, source, skill }: Finding) {
  const place = path === undefined
    ? undefined
    : `${path}${line === undefined ? "" : `, line ${line}`}`;
  switch (rule) {
    case "eval-missing":
    case "eval-unbound":
    case "skill-unreadable":
      return `tell the maintainer of ${source ?? "the source"}, or take ${
        skill ?? "the skill"
      } out of provides`;
    case "provides-unfulfilled":
      return `correct provides of ${
        source ?? "the entry"
      } in the trust list, then skill-sources upgrade`;
    case "name-collision":
      return `rename your own skill, or take ${
        skill ?? "that of the source"
      } out of provides`;
    case "ignore-missing":
      return "skill-sources verify --fix";
    case "ignore-ineffective":
      return "correct the ignore rule, then skill-sources verify";
    case "link-not-a-link":
      return `move ${place ?? "it"} away, then skill-sources verify --fix`;
    case "target-is-link":
      return `put a real folder at ${place ?? "it"}, then skill-sources setup`;
    case "pointer-unknown-source":
    case "pointer-unfulfilled":
    case "pointer-invalid":
      return `correct ${place ?? "the pointer"}, or remove it`;
    case "snapshot-noise":
      return "delete the files; no skill is lost";
    default:
      // A snapshot is nobody's to correct.
      return place === undefined || path?.startsWith(`${SNAPSHOTS}/`)
        ? undefined
        : `correct ${place}`;
  }
}
