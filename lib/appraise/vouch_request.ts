import type { Adopter } from "../adopter/load_adopter.ts";
import type { Organizations } from "../adopter/layer_files.ts";
import { UsageError } from "../base/errors.ts";
import type { OrganizationName, SourceId } from "../base/ids.ts";
import { nearest } from "../base/nearest.ts";
import { formatPosition } from "../base/position.ts";
import { quote } from "../trust/checked.ts";
import { checkId } from "../trust/grammar.ts";
import type { Method } from "../trust/model.ts";
import { checkGitRef, checkVersion } from "../trust/ref.ts";
import { sourceNames } from "../vouch/source_names.ts";
import { readTarget } from "../vouch/target.ts";
import { curatedRequest } from "./curated_request.ts";
import type { VouchRequest } from "./request.ts";
import type { VouchOptions } from "./vouch_options.ts";

/**
 * Makes out what is to be vouched for from the argument, the options and the
 * layers, without any network use.
 *
 * @throws {UsageError} what of them does not hold, with what to write instead:
 * `usage`, `url-refused`, `source-unknown`, `organization-unknown`,
 * `id-duplicate`
 */
export function vouchRequest(
  argument: string,
  options: VouchOptions,
  adopter: Adopter,
  organizations: Organizations,
): VouchRequest {
  const target = readTarget(argument, options.method);
  const request = target.kind === "curated"
    ? curatedRequest(target.id, options, adopter, organizations)
    : urlRequest(target, options, organizations);
  requireRef(request);
  requireNew(request, adopter);
  return request;
}

function urlRequest(
  { url, method }: { readonly url: string; readonly method: Method },
  options: VouchOptions,
  { known }: Organizations,
): VouchRequest {
  const names = sourceNames(url, method);
  const id = options.id === undefined ? names.id : idOf(options.id);
  if (id === undefined) {
    throw new UsageError(
      "usage",
      "No id can be made of this url; name one with --id.",
    );
  }
  const ref = options.ref ?? names.version;
  if (method === "svn-zip" && ref === undefined) {
    throw new UsageError(
      "usage",
      "The archive's name holds no version; name it with --ref.",
    );
  }
  return {
    id,
    organization: organizationOf(options.organization, names.owner, known),
    method,
    url,
    ...(ref === undefined ? {} : { ref }),
    name: names.name,
    ...(names.owner === undefined ? {} : { maintainer: names.owner }),
  };
}

function idOf(text: string): SourceId {
  const checked = checkId(text);
  if (checked.value !== undefined) return checked.value;
  throw new UsageError("usage", `${checked.fault}.`);
}

/** Whose source it is: nobody's here knows, unless the forge's owner is one of ours. */
function organizationOf(
  asked: string | undefined,
  owner: string | undefined,
  known: ReadonlySet<string>,
): OrganizationName {
  const own = [...known].find((name) =>
    name.toLowerCase() === owner?.toLowerCase()
  );
  const name = asked ?? own ?? "independent";
  if (known.has(name)) return name as OrganizationName;
  const near = nearest(name, known);
  throw new UsageError(
    "organization-unknown",
    `The organization ${quote(name)} is no folder under organizations/: ${
      near === undefined
        ? "add it, or leave --organization out"
        : `did you mean ${near}?`
    }`,
  );
}

function requireRef({ method, ref }: VouchRequest): void {
  if (ref === undefined) return;
  const check = method === "svn-zip" ? checkVersion : checkGitRef;
  const { fault } = check(ref);
  if (fault !== undefined) throw new UsageError("usage", `${fault}.`);
}

/** An id stands in a trust list once; moving its pin is another command's work. */
function requireNew({ id }: VouchRequest, { trustList }: Adopter): void {
  const standing = trustList?.layer.entries.find((entry) => entry.id === id);
  if (standing === undefined) return;
  throw new UsageError(
    "id-duplicate",
    `${
      formatPosition(standing.at)
    }: The source ${id} stands in the trust list already; move its pin with upgrade, or give this one another id with --id.`,
    { fix: `skill-sources upgrade ${id} --latest` },
  );
}
