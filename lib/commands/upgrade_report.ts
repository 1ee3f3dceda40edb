import type { Adopter } from "../adopter/load_adopter.ts";
import type { Finding } from "../base/finding.ts";
import type { SourcePlan } from "../install/plan_setup.ts";
import { reviewDocument } from "../review/review_document.ts";
import { printable } from "../report/printable.ts";
import { table } from "../report/table.ts";
import type { Pin } from "../trust/model.ts";
import { changedValues } from "../upgrade/changed_values.ts";
import type { Upgraded } from "../upgrade/upgrade.ts";
import type { CommandResult } from "./command.ts";
import { commitLine } from "./commit_line.ts";
import { pinDocument, shortAnchor } from "./pin_document.ts";

/** What became of one source. */
type UpgradeOutcome =
  | "moved"
  | "unchanged"
  | "restored"
  | "failed"
  | "preview"
  | "declined";

/** The result where nothing was asked for, or nothing could be. */
export function nothingChosenReport(
  adopter: Adopter,
  findings: readonly Finding[],
): CommandResult {
  return {
    document: { sources: [], changed: false },
    findings: [...adopter.findings, ...findings],
    text: "",
  };
}

/** What {@linkcode upgradedReport} adds to what the upgrade came to. */
export interface UpgradedReportOptions {
  /** What was found about the sources that were not, or could not be, chosen. */
  readonly findings: readonly Finding[];
  /** The review was the whole output: no line follows it. */
  readonly silent: boolean;
}

/** The result of an upgrade. */
export function upgradedReport(
  adopter: Adopter,
  upgraded: Upgraded,
  options: UpgradedReportOptions,
): CommandResult {
  const { installed, wishes, reviews, preview, gone } = upgraded;
  const { plan } = installed.prepared;
  const failed = new Set<string>([
    ...wishes.failed,
    ...installed.failed,
    ...gone,
  ]);
  const asked = plan.sources.filter(({ source, action }) =>
    action !== "leave" || failed.has(source.id)
  );
  const outcome = ({ source, action }: SourcePlan): UpgradeOutcome => {
    if (failed.has(source.id)) return "failed";
    if (action === "keep") return "unchanged";
    if (preview) return "preview";
    if (installed.declined) return "declined";
    return action === "move" ? "moved" : "restored";
  };
  const declined = installed.declined && !preview;
  const rows = asked.map((item) => [
    item.source.id,
    movedText(item, installed.staged.get(item.source.id)?.commit),
    outcome(item),
  ]);
  const text = options.silent
    ? ""
    : table(rows) + toWrite(adopter, upgraded, failed) +
      commitLine(adopter, installed.written);
  return {
    document: {
      sources: asked.map((item) => ({
        id: item.source.id,
        outcome: outcome(item),
        ...(item.block === undefined
          ? {}
          : { from: pinDocument(item.block.pin) }),
        to: pinDocument(item.source.pin),
        ...reviewOf(reviews.get(item.source.id)),
      })),
      changed: installed.changed,
    },
    findings: [
      ...adopter.findings,
      ...options.findings,
      ...upgraded.findings,
      ...(declined ? [declinedFinding()] : []),
    ],
    text,
  };
}

function reviewOf(review: Parameters<typeof reviewDocument>[0] | undefined) {
  return review === undefined ? {} : { review: reviewDocument(review) };
}

/** `v1 (0123456789ab) -> v2 (…)`, or one side where nothing moves. */
function movedText(
  { block, source, action }: SourcePlan,
  commit: string | undefined,
): string {
  const show = (pin: Pin, at?: string) =>
    `${printable(pin.ref)} (${shortAnchor(pin, at)})`;
  const to = show(source.pin, commit);
  if (action !== "move" || block === undefined) return to;
  const from = show(block.pin);
  return from === to ? to : `${from} -> ${to}`;
}

/** The lines that the trust list would need, where a preview looked pins up; none for what is refused. */
function toWrite(
  { trust }: Adopter,
  { preview, wishes }: Upgraded,
  failed: ReadonlySet<string>,
): string {
  if (!preview) return "";
  const lines: string[] = [];
  for (const { id, pin, vouched } of trust.sources) {
    const wish = wishes.wishes.get(id);
    if (wish?.lookedUp !== true || failed.has(id)) continue;
    lines.push(`\n${id} (${vouched.file}:${vouched.line}) would say:\n`);
    for (
      const [key, value] of Object.entries(changedValues(pin, wish.source.pin))
    ) {
      lines.push(`  ${key}: ${printable(value)}\n`);
    }
  }
  if (lines.length === 0) return "";
  return `${
    lines.join("")
  }\nNothing was changed; --write puts this into the trust list and installs it.\n`;
}

function declinedFinding(): Finding {
  return {
    rule: "consent-needed",
    level: "error",
    message: "the question was answered with no; nothing was changed",
  };
}
