import type { ContentDigest } from "../base/ids.ts";
import type { Provide, ResolvedSource } from "../trust/model.ts";
import type { LockBlock } from "./model.ts";
import { providePair } from "./provide_pair.ts";

/** What was found out about a source's bytes. */
export interface BlockFacts {
  readonly content?: ContentDigest;
  /** Primary fingerprint; only when its signature was verified. */
  readonly signer?: string;
  readonly selection?: string;
}

/**
 * Makes the lock block of a resolved source. Facts are dropped for a
 * `git-branch`, whose block holds none (contract section 4). Of `older`, the
 * block it replaces, the `x-` keys stay, and the order of lists that hold the
 * same items, so that an unchanged source gives unchanged bytes.
 */
export function blockOf(
  source: ResolvedSource,
  facts: BlockFacts,
  older?: LockBlock,
): LockBlock {
  const { pin, layout, policy } = source;
  const include = layout.include === undefined
    ? undefined
    : ordered(layout.include, older?.layout?.include, (path) => path);
  const anchored = pin.method !== "git-branch";
  return {
    id: source.id,
    pin,
    ...(anchored && facts.selection !== undefined
      ? { selection: facts.selection }
      : {}),
    ...(anchored && facts.content !== undefined
      ? { content: facts.content }
      : {}),
    ...(anchored && facts.signer !== undefined ? { signer: facts.signer } : {}),
    layout: {
      skillsRoot: layout.skillsRoot,
      evalsRoot: layout.evalsRoot,
      ...(include === undefined ? {} : { include }),
    },
    provides: ordered(source.provides, older?.provides, provideKey),
    policy: {
      ...policy,
      ...(policy.signedBy === undefined ? {} : {
        signedBy: ordered(
          policy.signedBy,
          older?.policy.signedBy,
          (signer) => signer,
        ),
      }),
    },
    ...(older?.extra === undefined ? {} : { extra: older.extra }),
  };
}

/** `items` without repetitions: in the order of `older` when it holds the same, else sorted. */
function ordered<T>(
  items: readonly T[],
  older: readonly T[] | undefined,
  key: (item: T) => string,
): readonly T[] {
  const unique = new Map(items.map((item) => [key(item), item]));
  if (
    older?.length === unique.size &&
    older.every((item) => unique.has(key(item)))
  ) return older;
  return [...unique].toSorted(([a], [b]) => a < b ? -1 : a > b ? 1 : 0)
    .map(([, item]) => item);
}

function provideKey(provide: Provide): string {
  return providePair(provide).join(":");
}
