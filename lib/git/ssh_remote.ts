import { EntryError } from "../base/errors.ts";
import {
  MAX_HISTORY_BYTES,
  MAX_REFS_BYTES,
  MAX_SOURCE_BYTES,
} from "../base/limits.ts";
import { redactUrl } from "../http/redact_url.ts";
import { checkUrl } from "../trust/url.ts";
import { commitGraph } from "./commit_graph.ts";
import type { Remote, RemoteContext } from "./remote.ts";
import { sshEnvironment } from "./ssh_environment.ts";
import { sshFailure } from "./ssh_failure.ts";
import { sshFetch } from "./ssh_fetch.ts";
import { makeSshFolder } from "./ssh_folder.ts";
import { sshGit } from "./ssh_git.ts";
import { requireSshPermission } from "./ssh_permission.ts";
import { sshRefs } from "./ssh_refs.ts";
import { isSshUrl } from "./ssh_url.ts";

/**
 * Opens the repository at an ssh url through the system's git (contract
 * section 3): one connection lists its tags and branches, a second one fetches
 * the chosen one.
 *
 * @throws {HostError} `permission-missing`, `program-missing`
 * @throws {SourceError} when the server is not reached or refuses
 */
export async function openSshRemote(
  url: string,
  context: RemoteContext,
): Promise<Remote> {
  requireSshPermission([url]);
  const address = sshAddress(url);
  const { format, refs } = sshRefs(
    await listRefs(address, context),
    redactUrl(url),
  );
  return {
    format,
    async *refs(prefixes) {
      if (prefixes.includes("HEAD")) {
        const head = sshRefs(
          await listRefs(address, context, ["HEAD"]),
          redactUrl(url),
        ).refs.find(({ name }) => name === "HEAD");
        if (head !== undefined) yield head;
      }
      for (const ref of refs) {
        if (prefixes.some((prefix) => ref.name.startsWith(prefix))) yield ref;
      }
    },
    download: ({ name, id }, maxBytes = MAX_SOURCE_BYTES) =>
      sshFetch(
        address,
        {
          // Only names below refs/ can stand in a refspec.
          what: name === "HEAD" ? id : name,
          options: ["--depth=1"],
          maxBytes,
        },
        format,
        context,
      ),
    async history(want, have) {
      const store = await sshFetch(
        address,
        {
          what: want,
          options: ["--filter=tree:0"],
          maxBytes: MAX_HISTORY_BYTES,
        },
        format,
        context,
      );
      try {
        return commitGraph(store, want, have);
      } finally {
        store.close();
      }
    },
  };
}

/**
 * The url as git gets it: without its fragment. It was checked where it was
 * read; a part that begins with `-` would be an option of ssh, so whatever the
 * way it came here, it is checked again.
 */
function sshAddress(url: string): string {
  const { fault } = checkUrl(url);
  if (fault !== undefined) throw new EntryError("url-refused", `${fault}.`);
  const address = url.replace(/#.*$/s, "");
  if (isSshUrl(address)) return address;
  throw new EntryError(
    "url-refused",
    `${redactUrl(url)} is no ssh url; write ssh:// or user@host:path.`,
  );
}

async function listRefs(
  address: string,
  { env, scratch, signal }: RemoteContext,
  only: readonly string[] = [],
): Promise<string> {
  const { cwd, gitDir, remove } = makeSshFolder(scratch);
  try {
    const run = await sshGit(
      [
        "ls-remote",
        "--quiet",
        ...(only.length === 0 ? ["--tags", "--heads"] : []),
        "--",
        address,
        ...only,
      ],
      {
        cwd,
        env: sshEnvironment(env, gitDir),
        signal,
        maxOutput: MAX_REFS_BYTES,
      },
    );
    if (run.end !== "success") throw sshFailure(address, run);
    return run.stdout;
  } finally {
    remove();
  }
}
