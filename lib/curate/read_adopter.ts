import { readTrustList } from "../adopter/layer_files.ts";
import type { AdopterFiles } from "../adopter/adopter_files.ts";
import { ConfigError, SkillSourcesError } from "../base/errors.ts";
import { MAX_LAYER_FILE_BYTES, MAX_LOCK_BYTES } from "../base/limits.ts";
import type { RuleName } from "../base/rules.ts";
import { headRef } from "../git/head_ref.ts";
import { openRemote } from "../git/open_remote.ts";
import { readFiles, type RemoteFile } from "../git/read_files.ts";
import type { RemoteContext } from "../git/remote.ts";
import { redactUrl } from "../http/redact_url.ts";
import type { CommittedLock } from "../lock/model.ts";
import { parseCommittedLock } from "../lock/parse_committed_lock.ts";
import { COMMITTED_LOCK, TRUST_LIST_PATHS } from "../store/paths.ts";
import type { LayerFile } from "../trust/descriptor.ts";

/** What an adopter's repository says at its default branch. */
export interface ReadAdopter {
  /** The commit that was read; absent where none was. */
  readonly commit?: string;
  /** The url that answered, when it is not the one that was asked. */
  readonly redirectedTo?: string;
  readonly lock?: CommittedLock;
  readonly trustList?: LayerFile;
  /** What could not be read, and why; the rest was. */
  readonly faults: readonly AdopterFault[];
}

/** Why something of an adopter cannot be read. */
export interface AdopterFault {
  readonly cause:
    | "not-found"
    | "empty"
    | "no-lock"
    | "lock-unreadable"
    | "list-unreadable"
    | "too-large"
    | "unreachable";
  /** The rule that it breaks. */
  readonly rule: RuleName;
  readonly message: string;
}

const WISHES = [
  ...TRUST_LIST_PATHS.map((path) => ({ path, maxBytes: MAX_LAYER_FILE_BYTES })),
  { path: COMMITTED_LOCK, maxBytes: MAX_LOCK_BYTES },
];

/**
 * Reads the trust list and the committed lock of an adopter's repository at
 * its default branch, and nothing else of it (contract section 6, `org
 * adopters`). What cannot be read is a fault of this adopter; only an
 * interruption and faults of this tool are thrown.
 */
export async function readAdopter(
  url: string,
  context: RemoteContext,
): Promise<ReadAdopter> {
  let commit: string;
  let redirectedTo: string | undefined;
  let files: ReadonlyMap<string, RemoteFile>;
  try {
    const remote = await openRemote(url, context);
    redirectedTo = remote.redirectedTo;
    const head = await headRef(remote, url);
    commit = head.peeled ?? head.id;
    files = await readFiles(remote, head, WISHES, redactUrl(url));
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof SkillSourcesError)) throw error;
    const { code: rule, message } = error;
    return { faults: [{ cause: causeOf(rule), rule, message }] };
  }
  const faults: AdopterFault[] = [];
  const attempt = <T>(cause: AdopterFault["cause"], read: () => T) => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      faults.push({ cause, rule: error.code, message: error.message });
      return undefined;
    }
  };
  const standing = fetchedFiles(files);
  const trustList = attempt(
    "list-unreadable",
    () => readTrustList(standing)?.layer,
  );
  const lock = attempt("lock-unreadable", () => readLock(standing));
  if (lock === undefined && faults.length === 0) {
    const message = trustList === undefined
      ? "it has neither a trust list nor a committed lock"
      : `it has a trust list and no ${COMMITTED_LOCK}`;
    faults.push({ cause: "no-lock", rule: "lock-stale", message });
  }
  return {
    commit,
    ...(redirectedTo === undefined ? {} : { redirectedTo }),
    ...(lock === undefined ? {} : { lock }),
    ...(trustList === undefined ? {} : { trustList }),
    faults,
  };
}

function readLock(files: AdopterFiles): CommittedLock | undefined {
  const bytes = files.read(COMMITTED_LOCK, MAX_LOCK_BYTES, "lock-invalid");
  return bytes === undefined
    ? undefined
    : parseCommittedLock(bytes, COMMITTED_LOCK);
}

function causeOf(rule: RuleName): AdopterFault["cause"] {
  switch (rule) {
    case "not-found":
      return "not-found";
    case "repository-empty":
      return "empty";
    case "limit-exceeded":
      return "too-large";
    default:
      return "unreachable";
  }
}

/** The few files that were fetched, as if they lay on this disk. */
function fetchedFiles(
  fetched: ReadonlyMap<string, RemoteFile>,
): AdopterFiles {
  return {
    read(path, maxBytes, tooLarge = "layer-encoding") {
      const file = fetched.get(path) ?? "absent";
      switch (file) {
        case "absent":
          return undefined;
        case "not-a-file":
          throw new ConfigError(
            "layer-is-a-link",
            `${path} is no regular file, or is reached through a link`,
            { path },
          );
        case "too-large":
          throw new ConfigError(
            tooLarge,
            `${path} is larger than ${maxBytes} bytes`,
            { path },
          );
        default:
          return file;
      }
    },
    state: () => ({ state: "absent" }),
    list: () => [],
  };
}
