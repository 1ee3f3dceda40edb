import { EntryError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { redactUrl } from "../http/redact_url.ts";
import type { SourceFacts } from "../install/plan_setup.ts";
import { latestRelease } from "../release/latest_release.ts";
import { shapeOf } from "../release/version.ts";
import { printable } from "../report/printable.ts";
import type { Checked } from "../trust/checked.ts";
import type { ResolvedSource } from "../trust/model.ts";
import { checkGitRef, checkVersion } from "../trust/ref.ts";
import { checkUrl, checkUrlForMethod } from "../trust/url.ts";
import { discoverPin, releasesOf } from "../../recipes/mod.ts";
import type { FetchContext, Place } from "../../recipes/recipe.ts";
import type { UpgradeOptions } from "./upgrade_options.ts";

/** What a chosen source shall be. */
export interface Wish {
  readonly source: ResolvedSource;
  /** The pin came from the source's server, not from the trust list. */
  readonly lookedUp: boolean;
  readonly findings: readonly Finding[];
}

/**
 * What one chosen source shall be: what the trust list says, or with `--to` and
 * `--latest` what its server says of a ref now. A pin that was looked up is
 * fetched by its anchor like any other, so the server cannot give two answers.
 *
 * @throws {EntryError} for a ref that cannot be asked for
 * @throws {SourceError} what the server or its answer lacks
 */
export async function readWish(
  { source }: SourceFacts,
  options: Pick<UpgradeOptions, "only" | "to" | "latest" | "allowMajor">,
  context: FetchContext,
): Promise<Wish> {
  const to = options.to.get(source.id);
  if (to !== undefined) return await lookUp(source, to, [], context);
  if (!options.latest || source.pin.method === "git-branch") {
    return { source, lookedUp: false, findings: [] };
  }
  const stay = { source, lookedUp: false };
  const unlisted = withoutReleases(source);
  if (unlisted !== undefined) {
    if (options.only.includes(source.id)) throw unlisted;
    const note: Finding = { ...unlisted.toFinding(source.id), level: "note" };
    return { ...stay, findings: [note] };
  }
  const releases = await releasesOf(source.pin, context);
  const latest = latestRelease(source.pin.ref, releases, options) ?? {};
  const { newer, heldMajor } = latest;
  const findings = heldMajor === undefined
    ? []
    : [majorHeldBack(source, heldMajor.ref)];
  if (newer === undefined) return { ...stay, findings };
  return await lookUp(source, newer.ref, findings, context);
}

/** Why nobody can say what is the newest of a source: an error for whoever asks for that one. */
function withoutReleases(
  { id, pin, vouched }: ResolvedSource,
): EntryError | undefined {
  const name = `name the one you want with --to ${id}=<ref>`;
  if (pin.method === "svn-zip") {
    return new EntryError(
      "releases-unlisted",
      `${id} is installed by svn-zip, a method that has no list of releases; ${name}`,
      { at: vouched },
    );
  }
  if (shapeOf(pin.ref) !== undefined) return undefined;
  return new EntryError(
    "releases-unlisted",
    `the ref ${
      printable(pin.ref)
    } of ${id} is no version, so no tag is newer; ${name}`,
    { at: vouched },
  );
}

async function lookUp(
  source: ResolvedSource,
  ref: string,
  findings: readonly Finding[],
  context: FetchContext,
): Promise<Wish> {
  const { method } = source.pin;
  const pin = await discoverPin({ method, ...placeOf(source, ref) }, context);
  return { source: { ...source, pin }, lookedUp: true, findings };
}

/** Where a ref of the source is to be looked for; an archive's url names its version. */
export function placeOf(source: ResolvedSource, ref: string): Place {
  const { pin } = source;
  if (pin.method !== "svn-zip") {
    return { url: pin.url, ref: held(source, checkGitRef(ref)) };
  }
  const version = held(source, checkVersion(ref));
  if (!pin.url.includes(pin.ref)) {
    throw new EntryError(
      "value-invalid",
      `the url ${redactUrl(pin.url)} of ${source.id} does not hold its ref ${
        printable(pin.ref)
      }, so nobody can tell where ${
        printable(ref)
      } lies; edit url, ref and sha512 in the trust list`,
      { at: source.vouched },
    );
  }
  const url = held(source, checkUrl(pin.url.replaceAll(pin.ref, version)));
  return {
    url: held(source, checkUrlForMethod(url, pin.method)),
    ref: version,
  };
}

function held(source: ResolvedSource, checked: Checked<string>): string {
  if (checked.fault === undefined) return checked.value;
  throw new EntryError("value-invalid", `${source.id}: ${checked.fault}`, {
    at: source.vouched,
  });
}

function majorHeldBack({ id, vouched }: ResolvedSource, ref: string): Finding {
  return {
    rule: "outdated",
    level: "note",
    source: id,
    path: vouched.file,
    line: vouched.line,
    message: `${id} has ${
      printable(ref)
    }, a new major version, which --latest does not take by itself`,
    fix: `skill-sources upgrade ${id} --latest --allow-major`,
  };
}
