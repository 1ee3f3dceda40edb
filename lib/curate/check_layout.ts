import type { Finding } from "../base/finding.ts";
import { listFolder } from "../git/list_folder.ts";
import { openRemote } from "../git/open_remote.ts";
import { aboutEntry } from "../health/remote_check.ts";
import { signingPolicy } from "../install/signing_policy.ts";
import { printable } from "../report/printable.ts";
import type { SigningPolicy } from "../signature/model.ts";
import { resolveProvides } from "../skills/provides.ts";
import type { ProvidesEntry } from "../skills/skill_folders.ts";
import { decodeNames } from "../tree/decode_names.ts";
import type { ResolvedSource } from "../trust/model.ts";
import { fetchPin } from "../../recipes/mod.ts";
import type { CuratedContext } from "./curated_context.ts";
import { findRef } from "../git/find_ref.ts";

/**
 * Looks whether the pinned source holds the skills that the entry promises,
 * where its layout has them, and whether its keys are good for anything. Of a
 * git server that filters only the names are fetched, unless a signature is to
 * be verified.
 *
 * @throws {SkillSourcesError} why the source or its keys cannot be read
 */
export async function checkLayout(
  source: ResolvedSource,
  context: CuratedContext,
): Promise<readonly Finding[]> {
  const { signing, findings } = await signingPolicy(
    source,
    undefined,
    context,
  );
  const keys = signing === undefined ? [] : await checkKeys(source, signing);
  const { entries, said } = await contentsOf(source, signing, context);
  const { layout, provides } = source;
  const provided = resolveProvides(entries, layout.skillsRoot, provides);
  return [
    ...[...findings, ...said].map((finding) => aboutEntry(source, finding)),
    ...keys,
    ...provided.findings.map((finding) =>
      aboutEntry(source, {
        ...finding,
        message: `${finding.message} of ${source.id} at ${
          printable(source.pin.ref)
        }`,
      })
    ),
  ];
}

/** The names in a source, as far as they are needed, and what was said on the way. */
async function contentsOf(
  source: ResolvedSource,
  signing: SigningPolicy | undefined,
  context: CuratedContext,
): Promise<{
  readonly entries: readonly ProvidesEntry[];
  readonly said: readonly Finding[];
}> {
  const { pin, layout, provides } = source;
  if (pin.method !== "svn-zip" && signing === undefined) {
    const remote = await openRemote(pin.url, context);
    // The tag was found to lead to the pinned commit a moment ago; only servers
    // of old need its own id.
    const ref = pin.method === "git-tag" && remote.partial !== undefined
      ? { name: `refs/tags/${pin.ref}`, id: pin.commit }
      : await findRef(
        remote,
        pin.url,
        pin.method === "git-tag" ? "tag" : "branch",
        pin.ref,
      );
    const entries = await listFolder(remote, ref, layout.skillsRoot);
    return { entries, said: [] };
  }
  const { tree, findings } = await fetchPin(pin, {
    ...context,
    layout,
    provides,
    ...(signing === undefined ? {} : { signing }),
  });
  try {
    // That it answers from another url was said before.
    const said = findings.filter(({ rule }) => rule !== "redirected");
    return { entries: decodeNames(tree.entries), said };
  } finally {
    await tree.close();
  }
}

/** Warns of keys that can sign no further release. */
async function checkKeys(
  source: ResolvedSource,
  { keys, signedBy, now }: SigningPolicy,
): Promise<Finding[]> {
  if (keys === undefined) return [];
  const { loadOpenPgp } = await import("../signature/openpgp.ts");
  const { unusableKeys } = await import("../signature/unusable_keys.ts");
  const listed = signedBy?.filter((text) => !text.startsWith("SHA256:"));
  const unusable = await unusableKeys(keys, listed, now, await loadOpenPgp());
  // A file of all keys a project ever had: as long as one is good, it serves.
  if (listed === undefined && unusable.length < keys.size) return [];
  return unusable.map(({ fingerprint, userId, because }) =>
    aboutEntry(source, {
      rule: "signer-unusable",
      level: "warning",
      message: `The key ${fingerprint}${
        userId === undefined ? "" : ` (${printable(userId.slice(0, 200))})`
      } of ${printable(keys.name)} ${because}`,
      fix:
        `ask the maintainer of ${source.id} for the key that signs now, by another way than the source`,
    })
  );
}
