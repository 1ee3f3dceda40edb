import type { FetchedCommit } from "../lib/git/fetch_commit.ts";
import type { FetchContext, Fetched } from "./recipe.ts";

/**
 * Passes on a fetched commit with the signer of it or of its tag, where the
 * trust list demands one. Throws `SourceError` (`signature-…`,
 * `signer-changed`); the tree is closed then.
 */
export async function checkGitSignature(
  fetched: FetchedCommit,
  ref: string,
  { signing, observe }: FetchContext,
): Promise<Fetched> {
  const { tree, commit, findings } = fetched;
  if (signing === undefined && !observe) return { tree, commit, findings };
  try {
    if (signing === undefined) {
      const { observeGit } = await import("../lib/signature/observe.ts");
      const observed = await observeGit(fetched.signedObjects(), ref);
      return { tree, commit, observed, findings };
    }
    const { verifyGit } = await import("../lib/signature/verify_git.ts");
    const verified = await verifyGit(fetched.signedObjects(), ref, signing);
    return {
      tree,
      commit,
      signer: verified.signer,
      findings: [...findings, ...verified.findings],
    };
  } catch (error) {
    await tree.close();
    throw error;
  }
}
