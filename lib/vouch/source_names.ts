import { type SourceId, sourceId } from "../base/ids.ts";
import { shapeOf } from "../release/version.ts";
import type { Method } from "../trust/model.ts";

/** What an archive's name has behind its version. */
const SUFFIX =
  /[-._](?:src|source|sources|source-release|bin|dist|all|skills)$/i;
/** Names that say nothing without their owner's. */
const GENERIC =
  /^(?:(?:agent|ai|claude|codex|magpie)-)?(?:skills?|plugins?|marketplace)$/;

/** What the url of a source says of its name and its version. */
export interface SourceNames {
  /** A proposal for the id; absent where the url gives none. */
  readonly id?: SourceId;
  /** `owner/repository`, or the archive's name without its version. */
  readonly name: string;
  /** Who owns the repository at its forge. */
  readonly owner?: string;
  /** The version in an archive's name, as it stands there. */
  readonly version?: string;
}

/** Reads names out of a url that has passed `checkUrl`. */
export function sourceNames(url: string, method: Method): SourceNames {
  const parts = url.replace(/[?#].*$/s, "")
    .replace(/^[a-z]+:\/\/[^/]*|^[^/:]*:/, "")
    .split("/").filter((part) => part !== "").map(decoded);
  const last = parts.at(-1) ?? "";
  if (method === "svn-zip") return archiveNames(last);
  const repository = last.replace(/\.git$/, "");
  const owner = /^(?:https?|ssh):|^[^/]*@/.test(url) ? parts.at(-2) : undefined;
  const short = kebab(repository);
  const long = owner === undefined ? short : kebab(`${owner}-${repository}`);
  const id = sourceId(GENERIC.test(short) ? long : short) ?? sourceId(long);
  return {
    ...(id === undefined ? {} : { id }),
    name: owner === undefined ? repository : `${owner}/${repository}`,
    ...(owner === undefined ? {} : { owner }),
  };
}

function archiveNames(file: string): SourceNames {
  const base = file.replace(/\.(?:zip|tar\.gz|tgz)$/, "");
  const shape = shapeOf(base)?.shape;
  if (shape === undefined) return namedBy(base);
  let version = base.slice(shape.prefix.length);
  for (let before = ""; before !== version;) {
    before = version;
    version = version.replace(SUFFIX, "");
  }
  return { ...namedBy(shape.prefix.replace(/[-._/]?v?$/i, "")), version };
}

function namedBy(name: string): SourceNames {
  const id = sourceId(kebab(name));
  return { ...(id === undefined ? {} : { id }), name };
}

function kebab(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "").slice(0, 64).replace(/-$/, "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
