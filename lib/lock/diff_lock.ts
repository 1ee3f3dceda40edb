import type { Pin, Policy, ResolvedSource } from "../trust/model.ts";
import type { LockBlock } from "./model.ts";
import { providePair } from "./provide_pair.ts";

/**
 * What a difference between the trust list and the lock means for `setup`:
 * `pin` and `loosened` leave the source alone until `upgrade`, `tightened` is
 * applied at once, `absent` is a key that the lock does not have yet.
 */
export type LockDifferenceKind = "pin" | "tightened" | "loosened" | "absent";

/** One key in which a resolved source and its lock block differ. */
export interface LockDifference {
  readonly key: string;
  /** What the lock says, as text for a message; empty when it says nothing. */
  readonly from: string;
  /** What the trust list says, as text for a message; empty when it says nothing. */
  readonly to: string;
  readonly kind: LockDifferenceKind;
}

/** All differences of one source. */
export interface LockDiff {
  readonly differences: readonly LockDifference[];
}

/**
 * Compares what the trust list wishes with what the lock records (contract
 * section 4, "The trust list is the wish"). A key that the lock lacks is
 * unknown, not different. `name` and `maintainer` are no difference.
 */
export function diffLock(source: ResolvedSource, block: LockBlock): LockDiff {
  const diff = new Differences();
  const written = isWrittenByTool(block);
  diff.pin("method", block.pin.method, source.pin.method);
  diff.pin("url", block.pin.url, source.pin.url);
  diff.pin("ref", block.pin.ref, source.pin.ref);
  diff.pin("anchor", anchorOf(block.pin), anchorOf(source.pin));
  const { layout } = block;
  diff.pin("layout.skills_root", layout?.skillsRoot, source.layout.skillsRoot);
  diff.pin("layout.evals_root", layout?.evalsRoot, source.layout.evalsRoot);
  diff.pin(
    "layout.include",
    // A written layout without `include` says "the whole tree".
    listText(layout?.include) ??
      (written || layout !== undefined ? "" : undefined),
    listText(source.layout.include) ?? "",
  );
  diff.pin(
    "provides",
    listText(block.provides?.map(provideText)),
    listText(source.provides.map(provideText)) ?? "",
  );
  diff.policy(block.policy, source.policy, written);
  return { differences: diff.found };
}

/**
 * Whether this tool wrote the block: then an absent policy key means that
 * nothing was demanded. A block with only RFC-AI-0006's keys says nothing.
 */
function isWrittenByTool(block: LockBlock): boolean {
  return block.content !== undefined ||
    (block.pin.method === "git-branch" && block.layout !== undefined &&
      block.provides !== undefined);
}

class Differences {
  readonly found: LockDifference[] = [];

  pin(key: string, from: string | undefined, to: string): void {
    if (from === undefined) this.#add(key, "", to, "absent");
    else if (from !== to) this.#add(key, from, to, "pin");
  }

  policy(from: Policy, to: Policy, written: boolean): void {
    const compare = (
      key: string,
      was: string | undefined,
      is: string | undefined,
      change: (
        was: string | undefined,
        is: string | undefined,
      ) => LockDifferenceKind,
    ) => {
      if (was === is) return;
      const kind = was === undefined && !written ? "absent" : change(was, is);
      this.#add(key, was ?? "", is ?? "", kind);
    };
    compare("keys", from.keys, to.keys, demand);
    compare(
      "signed_by",
      listText(from.signedBy),
      listText(to.signedBy),
      () => signers(from.signedBy, to.signedBy),
    );
    const manifest = (value: Policy["manifest"]) => value ?? "if-present";
    if (manifest(from.manifest) !== manifest(to.manifest)) {
      compare(
        "manifest",
        from.manifest,
        to.manifest,
        () =>
          MANIFEST.indexOf(manifest(to.manifest)) >
              MANIFEST.indexOf(manifest(from.manifest))
            ? "tightened"
            : "loosened",
      );
    }
    if ((from.allowUnlisted ?? false) !== (to.allowUnlisted ?? false)) {
      compare(
        "allow_unlisted",
        from.allowUnlisted?.toString(),
        to.allowUnlisted?.toString(),
        () => to.allowUnlisted === true ? "loosened" : "tightened",
      );
    }
  }

  #add(key: string, from: string, to: string, kind: LockDifferenceKind): void {
    if (kind === "absent" && to === "") return;
    this.found.push({ key, from, to, kind });
  }
}

const MANIFEST = ["off", "if-present", "required"];

/** A demand that is new tightens; one that is gone or is another loosens. */
function demand(
  was: string | undefined,
  is: string | undefined,
): LockDifferenceKind {
  return was === undefined && is !== undefined ? "tightened" : "loosened";
}

/** Fewer accepted signers tighten; a signer who was not accepted before loosens. */
function signers(
  was: readonly string[] | undefined,
  is: readonly string[] | undefined,
): LockDifferenceKind {
  if (was === undefined || is === undefined) {
    return was === undefined ? "tightened" : "loosened";
  }
  return is.every((signer) => was.includes(signer)) ? "tightened" : "loosened";
}

function anchorOf(pin: Pin): string {
  switch (pin.method) {
    case "git-tag":
      return pin.commit;
    case "svn-zip":
      return pin.sha512;
    case "git-branch":
      return "";
  }
}

/** A list as comparable text; its order and repetitions mean nothing. */
function listText(items: readonly string[] | undefined): string | undefined {
  if (items === undefined) return undefined;
  return `[${[...new Set(items)].toSorted().join(", ")}]`;
}

function provideText(provide: ResolvedSource["provides"][number]): string {
  return providePair(provide).join(": ");
}
