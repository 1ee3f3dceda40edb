import { git } from "./git.ts";
import type { SampleSource } from "./sample_source.ts";
import type { SshSigner } from "./ssh_signer.ts";

/** Makes or moves an annotated tag at HEAD that `signer` signed; returns the commit's id. */
export async function signTag(
  { checkout }: SampleSource,
  ref: string,
  signer: SshSigner,
): Promise<string> {
  const commit = await git(checkout, ["rev-parse", "HEAD"]);
  const tagger = "A Maintainer <maintainer@example.org> 1767323045 +0000";
  const payload =
    `object ${commit}\ntype commit\ntag ${ref}\ntagger ${tagger}\n\n${ref}\n`;
  const signature = await signer.sign(new TextEncoder().encode(payload));
  const tag = await git(
    checkout,
    ["hash-object", "-t", "tag", "-w", "--stdin"],
    { input: payload + signature },
  );
  await git(checkout, ["update-ref", `refs/tags/${ref}`, tag]);
  return commit;
}
