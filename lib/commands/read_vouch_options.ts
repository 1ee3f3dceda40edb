import { isAbsolute, relative, resolve } from "node:path";
import type { VouchOptions } from "../appraise/vouch_options.ts";
import { UsageError } from "../base/errors.ts";
import type { Checked } from "../trust/checked.ts";
import { checkFingerprint, checkMethod, checkSkill } from "../trust/grammar.ts";
import { checkKeys } from "../trust/keys.ts";
import { checkLayoutPath } from "../trust/paths.ts";
import type { CommandContext, OptionValue } from "./command.ts";

/**
 * What the options of `vouch` and `org add` say of a source, checked.
 *
 * @param root absolute path of the checkout, in which `--keys` may name a file
 * @throws {UsageError} `usage`
 */
export function readVouchOptions(
  { options, cwd }: CommandContext,
  root: string,
): VouchOptions {
  const ref = text(options.ref);
  const id = text(options.id);
  const organization = text(options.organization);
  const keys = text(options.keys);
  const method = checked(options.method, checkMethod);
  const skillsRoot = checked(
    options["skills-root"],
    (path) => checkLayoutPath(path, "skills_root"),
  );
  const evalsRoot = checked(
    options["evals-root"],
    (path) => checkLayoutPath(path, "evals_root"),
  );
  const signedBy = list(options["signed-by"], checkFingerprint);
  return {
    ...(ref === undefined ? {} : { ref }),
    ...(id === undefined ? {} : { id }),
    ...(organization === undefined ? {} : { organization }),
    ...(method === undefined ? {} : { method }),
    ...(skillsRoot === undefined ? {} : { skillsRoot }),
    ...(evalsRoot === undefined ? {} : { evalsRoot }),
    ...(keys === undefined ? {} : { keys: keysOf(keys, cwd, root) }),
    ...(signedBy.length === 0 ? {} : { signedBy }),
    skills: list(options.skills, checkSkill),
  };
}

/** A path is given from the caller's folder and stands in the trust list from the root. */
function keysOf(keys: string, cwd: string, root: string): string {
  const isUrl = /^[A-Za-z][A-Za-z0-9+.-]+:|@/.test(keys);
  const path = isUrl ? keys : relative(root, resolve(cwd, keys));
  if (path.startsWith("..") || isAbsolute(path)) {
    throw new UsageError(
      "usage",
      "The keys have to be a url, or a file in this repository, so that everybody who clones it has them.",
    );
  }
  return holding(checkKeys(path));
}

function text(value: OptionValue): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function checked<T>(
  value: OptionValue,
  check: (text: string) => Checked<T>,
): T | undefined {
  return typeof value === "string" ? holding(check(value)) : undefined;
}

function list<T>(value: OptionValue, check: (text: string) => Checked<T>): T[] {
  return Array.isArray(value) ? value.map((item) => holding(check(item))) : [];
}

function holding<T>(result: Checked<T>): T {
  if (result.fault === undefined) return result.value;
  throw new UsageError("usage", `${result.fault}.`);
}
