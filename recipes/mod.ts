/**
 * The install methods, one file each. Everything else of the tool fetches
 * through {@linkcode fetchPin} and cannot tell which method it was.
 *
 * @module
 */
import type { Method, Pin } from "../lib/trust/model.ts";
import type { FetchContext, Fetched, Place, Release } from "./recipe.ts";

/** Fetches what a pin names, by the recipe of its method; see `Recipe.fetch`. */
export async function fetchPin(
  pin: Pin,
  context: FetchContext,
): Promise<Fetched> {
  switch (pin.method) {
    case "git-tag":
      return (await import("./git_tag.ts")).gitTag.fetch(pin, context);
    case "git-branch":
      return (await import("./git_branch.ts")).gitBranch.fetch(pin, context);
    case "svn-zip":
      return (await import("./svn_zip.ts")).svnZip.fetch(pin, context);
  }
}

/** The equivalent shell commands, one a line; see `Recipe.describe`. */
export async function describePin(pin: Pin): Promise<readonly string[]> {
  switch (pin.method) {
    case "git-tag":
      return (await import("./git_tag.ts")).gitTag.describe(pin);
    case "git-branch":
      return (await import("./git_branch.ts")).gitBranch.describe(pin);
    case "svn-zip":
      return (await import("./svn_zip.ts")).svnZip.describe(pin);
  }
}

/** The pin that a source gives for a ref now, unverified; see `Recipe.discover`. */
export async function discoverPin(
  { method, ...place }: Place & { readonly method: Method },
  context: FetchContext,
): Promise<Pin> {
  switch (method) {
    case "git-tag":
      return (await import("./git_tag.ts")).gitTag.discover(place, context);
    case "git-branch":
      return (await import("./git_branch.ts")).gitBranch
        .discover(place, context);
    case "svn-zip":
      return (await import("./svn_zip.ts")).svnZip.discover(place, context);
  }
}

/** The tags of a source's repository; see `Recipe.releases`. */
export async function releasesOf(
  { method, url }: { readonly method: Method; readonly url: string },
  context: FetchContext,
): Promise<readonly Release[]> {
  switch (method) {
    case "git-tag":
      return (await import("./git_tag.ts")).gitTag.releases(url, context);
    case "git-branch":
      return (await import("./git_branch.ts")).gitBranch.releases(url, context);
    case "svn-zip":
      return (await import("./svn_zip.ts")).svnZip.releases(url, context);
  }
}
