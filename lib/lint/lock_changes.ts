import type { Finding } from "../base/finding.ts";
import type { CommittedLock, LockBlock } from "../lock/model.ts";
import { printable } from "../report/printable.ts";
import { COMMITTED_LOCK } from "../store/paths.ts";
import { blockKeys, type TrustKeys } from "./trust_keys.ts";

/** Without one of these, what is fetched is another question. */
const ASKED = ["method", "url", "ref", "commit", "sha512"];

/**
 * Every key that the committed lock had and lacks (`lock-weakened`): what is
 * absent is unknown, so a check that it stood for is not made any more. And
 * every other value of a signer or a content digest, which follow from the
 * pin: they do not change by themselves.
 *
 * @param trusted whether the trust list names an id; the block of one that it
 * does not name goes with it
 */
export function lockChanges(
  before: CommittedLock | undefined,
  now: CommittedLock | undefined,
  trusted: (id: string) => boolean,
  revision: string,
): Finding[] {
  return (before?.blocks ?? []).filter(({ id }) => trusted(id))
    .flatMap((older) => {
      const newer = now?.blocks.find(({ id }) => id === older.id);
      return newer === undefined
        ? [weakened(older, "has no block", revision)]
        : blockChanges(older, newer, revision);
    });
}

function blockChanges(
  older: LockBlock,
  newer: LockBlock,
  revision: string,
): Finding[] {
  const was = blockKeys(older);
  const is = blockKeys(newer);
  const gone = [...was.keys()].filter((key) =>
    !is.has(key) && !replaced(key, is) && !loosening(key, was)
  );
  const samePin = ASKED.every((key) => was.get(key) === is.get(key));
  const findings = gone.map((key) =>
    weakened(
      newer,
      `lacks ${key}, which was ${printable(was.get(key) ?? "")}`,
      revision,
    )
  );
  for (const key of ["content", "signer"]) {
    const from = was.get(key);
    const to = is.get(key);
    if (from === undefined || to === undefined || from === to) continue;
    const content = key === "content" && samePin &&
      was.get("layout.include") === is.get("layout.include") &&
      was.get("provides") === is.get("provides");
    if (key === "content" && !content) continue;
    findings.push({
      rule: content ? "content-changed" : "trust-changed",
      level: content ? "error" : "warning",
      ...placeOf(newer),
      message: `${newer.id} has another ${key} in the lock since ${
        printable(revision)
      }${content ? ", though its pin is the same" : ""}: ${
        printable(to)
      }, which was ${printable(from)}`,
      fix: content
        ? `restore ${COMMITTED_LOCK} from ${
          printable(revision)
        }, then skill-sources setup`
        : "let somebody who may vouch for the source review this change",
    });
  }
  return findings;
}

/** An anchor of another method stands in its place. */
function replaced(key: string, is: TrustKeys): boolean {
  return (key === "commit" || key === "sha512") &&
    (is.has("commit") || is.has("sha512"));
}

/** Whether the key only allowed something. */
function loosening(key: string, was: TrustKeys): boolean {
  return key === "allow_unlisted" ||
    key === "manifest" && was.get(key) !== "required";
}

function weakened(block: LockBlock, what: string, revision: string): Finding {
  return {
    rule: "lock-weakened",
    level: "error",
    ...placeOf(block),
    message: `${block.id} ${what} in the lock since ${printable(revision)}`,
    fix: `restore ${COMMITTED_LOCK} from ${
      printable(revision)
    }, then skill-sources setup`,
  };
}

function placeOf({ id, line }: LockBlock) {
  return {
    source: id,
    path: COMMITTED_LOCK,
    ...(line === undefined ? {} : { line }),
  };
}
