import { renderText } from "../report/render_text.ts";
import type { Ui } from "../report/ui.ts";
import { describePin } from "../../recipes/mod.ts";
import type { FetchedSource } from "./install.ts";
import {
  consentNeeded,
  describePlan,
  describeStaged,
} from "./describe_plan.ts";
import type { SetupPlan } from "./plan_setup.ts";

/**
 * Asks, before any network use, for what needs consent: first pins, prune,
 * and replacing an edited snapshot. Shows everything that will be fetched.
 *
 * @returns false when the person said no.
 * @throws {UsageError} `consent-needed` where nobody can be asked.
 */
export async function askConsent(plan: SetupPlan, ui: Ui): Promise<boolean> {
  const { pins, repairs, prune } = consentNeeded(plan);
  const recipes = new Map<string, readonly string[]>();
  for (const { source, action } of plan.sources) {
    if (action === "keep" || action === "leave") continue;
    recipes.set(source.id, await describePin(source.pin));
  }
  const text = describePlan(plan, recipes);
  if (text !== "") ui.show(text);
  const asked = [
    ...pins.map(({ source }) => `fetch and pin ${source.id}`),
    ...repairs.map(({ source }) => `replace the edited snapshot ${source.id}`),
    ...prune.map((id) => `remove ${id}`),
  ];
  if (asked.length === 0) return true;
  return await ui.confirm(`${capital(asked.join(", "))}?`);
}

/**
 * Asks once more, after fetching and before linking, where a first pin brought
 * skills that nobody here has seen by name yet.
 */
export async function askStagedConsent(
  fetched: readonly FetchedSource[],
  ui: Ui,
): Promise<boolean> {
  const staged = fetched.filter(({ item }) => item.action === "first-pin")
    .map(({ staged }) => staged);
  if (staged.length === 0) return true;
  ui.show(describeStaged(staged));
  // The findings belong to the question: where nobody is asked, the result
  // tells them once.
  const findings = staged.flatMap((source) => source.findings);
  const ids = staged.map(({ source }) => source.id).join(", ");
  return await ui.confirm(
    `${renderText(findings, { color: false })}Link the skills of ${ids}?`,
    findings,
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
