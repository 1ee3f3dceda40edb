import type { Adopter } from "../adopter/load_adopter.ts";
import type { Organizations } from "../adopter/layer_files.ts";
import { UsageError } from "../base/errors.ts";
import type { OrganizationName, SourceId } from "../base/ids.ts";
import { nearest } from "../base/nearest.ts";
import type { DescriptorEntry } from "../trust/descriptor.ts";
import { checkUrlForMethod } from "../trust/url.ts";
import { sourceNames } from "../vouch/source_names.ts";
import type { VouchOptions } from "./vouch_options.ts";
import type { VouchRequest } from "./request.ts";

/** What the organization's descriptor says and the short form of an entry leaves to it. */
const THEIRS = ["method", "id", "skillsRoot", "evalsRoot"] as const;

interface Declared {
  readonly organization: OrganizationName;
  readonly entry: DescriptorEntry;
}

/**
 * The request for a source that an organization lists: the project's own
 * organization before any other. Its ref is a proposal; the pin is looked up.
 *
 * @throws {UsageError} `source-unknown`, or `usage`
 */
export function curatedRequest(
  id: SourceId,
  options: VouchOptions,
  adopter: Adopter,
  organizations: Organizations,
): VouchRequest {
  const given = THEIRS.find((key) => options[key] !== undefined);
  if (given !== undefined || options.skills.length > 0) {
    throw new UsageError(
      "usage",
      `How ${id} is fetched and laid out is what its organization says; give the url instead of the id to say it yourself.`,
    );
  }
  const { organization, entry } = declared(id, options, adopter, organizations);
  const { method, url, ref } = entry.descriptor;
  const fault = entry.faults.find(({ key }) =>
    key === "method" || key === "url"
  );
  if (fault !== undefined) {
    throw new UsageError(fault.error.code, fault.error.message);
  }
  if (method === undefined || url === undefined) {
    throw new UsageError(
      "descriptor-incomplete",
      `The organization ${organization} lists ${id} without its ${
        method === undefined ? "method" : "url"
      }; ask there, or give the url instead of the id.`,
      { at: entry.at },
    );
  }
  const unfit = checkUrlForMethod(url.value, method.value).fault;
  if (unfit !== undefined) throw new UsageError("url-refused", unfit, url);
  const theirs = ref?.value ??
    (method.value === "svn-zip"
      ? sourceNames(url.value, "svn-zip").version
      : undefined);
  const wanted = options.ref ?? theirs;
  if (method.value === "svn-zip" && wanted === undefined) {
    throw new UsageError("usage", "Name the version with --ref.");
  }
  return {
    id,
    organization,
    method: method.value,
    url: method.value === "svn-zip" && wanted !== undefined
      ? urlOf(url.value, theirs, wanted)
      : url.value,
    ...(wanted === undefined ? {} : { ref: wanted }),
    curated: entry,
  };
}

function declared(
  id: SourceId,
  options: VouchOptions,
  { config }: Adopter,
  { files }: Organizations,
): Declared {
  const all = files.flatMap(({ name, files }) =>
    files.flatMap(({ entries }) =>
      entries.map((entry): Declared => ({
        organization: name as OrganizationName,
        entry,
      }))
    )
  );
  const asked = options.organization;
  // Of one organization's files, the first that declares an id counts.
  const found = all.filter(({ entry, organization }) =>
    entry.id === id && (asked === undefined || organization === asked)
  );
  const own =
    found.find(({ organization }) => organization === config.organization) ??
      found[0];
  if (own === undefined) throw unknown(id, asked, all);
  const other = found.find(({ organization }) =>
    organization !== own.organization
  );
  if (other !== undefined && own.organization !== config.organization) {
    throw new UsageError(
      "usage",
      `${own.organization} and ${other.organization} both list ${id}; say which with --organization.`,
    );
  }
  return own;
}

function unknown(
  id: SourceId,
  asked: string | undefined,
  all: readonly Declared[],
): UsageError {
  const near = nearest(id, all.map(({ entry }) => entry.id));
  const who = asked === undefined
    ? "No organization here"
    : `The organization ${asked}`;
  return new UsageError(
    "source-unknown",
    `${asked === undefined ? `${who} lists` : `${who} does not list`} ${
      asked === undefined ? "a source " : ""
    }${id}${
      near === undefined
        ? "; give the url of the source instead."
        : `: did you mean ${near}?`
    }`,
  );
}

/** The archive of another version: the old one is replaced wherever it stands in the url. */
function urlOf(
  url: string,
  theirs: string | undefined,
  wanted: string,
): string {
  if (theirs === wanted || theirs === undefined) return url;
  if (url.includes(theirs)) return url.replaceAll(theirs, wanted);
  throw new UsageError(
    "usage",
    `The organization's url does not name its version ${theirs}, so that of ${wanted} is not known; give the url instead of the id.`,
  );
}
