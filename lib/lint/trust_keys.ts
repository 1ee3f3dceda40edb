import type { LockBlock } from "../lock/model.ts";
import { providePair } from "../lock/provide_pair.ts";
import type { Pin, Policy, Provide, ResolvedSource } from "../trust/model.ts";

/** What is said of a source, by the lock's names of the keys. */
export type TrustKeys = ReadonlyMap<string, string>;

/** What the layers together say of a source. */
export function sourceKeys(source: ResolvedSource): TrustKeys {
  return present([
    ["organization", source.organization],
    ...pinKeys(source.pin),
    ["layout.skills_root", source.layout.skillsRoot],
    ["layout.evals_root", source.layout.evalsRoot],
    ["layout.include", list(source.layout.include)],
    ["provides", provides(source.provides)],
    ...policyKeys(source.policy),
  ]);
}

/** What a block of the committed lock says. */
export function blockKeys(block: LockBlock): TrustKeys {
  return present([
    ...pinKeys(block.pin),
    ["selection", block.selection],
    ["content", block.content],
    ["signer", block.signer],
    ["layout.skills_root", block.layout?.skillsRoot],
    ["layout.evals_root", block.layout?.evalsRoot],
    ["layout.include", list(block.layout?.include)],
    ["provides", block.provides && provides(block.provides)],
    ...policyKeys(block.policy),
  ]);
}

type Pair = readonly [string, string | undefined];

function pinKeys(pin: Pin): Pair[] {
  return [
    ["method", pin.method],
    ["url", pin.url],
    ["ref", pin.ref],
    ["commit", pin.method === "git-tag" ? pin.commit : undefined],
    ["sha512", pin.method === "svn-zip" ? pin.sha512 : undefined],
  ];
}

function policyKeys(policy: Policy): Pair[] {
  return [
    ["keys", policy.keys],
    ["signed_by", list(policy.signedBy)],
    ["manifest", policy.manifest],
    ["allow_unlisted", policy.allowUnlisted?.toString()],
  ];
}

function provides(items: readonly Provide[]): string {
  return list(items.map((item) => providePair(item).join(": "))) ?? "";
}

/** Order and repetitions mean nothing. */
function list(items: readonly string[] | undefined): string | undefined {
  return items && `[${[...new Set(items)].toSorted().join(", ")}]`;
}

function present(pairs: readonly Pair[]): TrustKeys {
  return new Map(
    pairs.flatMap(([key, value]) => value === undefined ? [] : [[key, value]]),
  );
}
