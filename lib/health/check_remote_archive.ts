import { SourceError } from "../base/errors.ts";
import { redactUrl } from "../http/redact_url.ts";
import type { ResolvedSource, SvnZipPin } from "../trust/model.ts";
import { discoverPin } from "../../recipes/mod.ts";
import {
  aboutEntry,
  type RemoteCheck,
  type RemoteCheckContext,
} from "./remote_check.ts";

/** Fetches an archive once more and holds its digest against the pin; nothing in it is read. */
export async function checkRemoteArchive(
  source: ResolvedSource,
  pin: SvnZipPin,
  context: RemoteCheckContext,
): Promise<RemoteCheck> {
  if (!context.archives) return { findings: [] };
  const now = await contentNow(source, pin, context);
  if (now === pin.sha512) return { findings: [] };
  const { id } = source;
  return {
    findings: [aboutEntry(source, {
      rule: "archive-changed",
      level: "error",
      message: `${
        redactUrl(pin.url)
      } now holds ${now}, not the pinned ${pin.sha512}: it was published anew, or the pin is wrong`,
      fix:
        `ask the maintainer why; then skill-sources upgrade ${id} --to ${id}=${pin.ref} shows what changed, and --write pins it`,
    })],
  };
}

/** The digest of what is there now; in words where it is no archive any more. */
async function contentNow(
  { layout, provides }: ResolvedSource,
  { url, ref }: SvnZipPin,
  context: RemoteCheckContext,
): Promise<string> {
  try {
    const now = await discoverPin(
      { method: "svn-zip", url, ref },
      { ...context, layout, provides },
    );
    return now.method === "svn-zip" ? now.sha512 : "";
  } catch (error) {
    const replaced = error instanceof SourceError &&
      error.code === "archive-invalid";
    if (replaced) return "something that is no archive";
    throw error;
  }
}
