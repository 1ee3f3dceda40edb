import type { Organizations } from "../adopter/layer_files.ts";
import { UsageError } from "../base/errors.ts";
import { nearest } from "../base/nearest.ts";
import { quote } from "../trust/checked.ts";
import { checkOrganization } from "../trust/grammar.ts";

/**
 * The organization that a command acts for: the one that is named, else the
 * project's own, else the only one there is.
 *
 * @param named of the command line
 * @param own of `project.md`
 * @param mayBeNew one whose folder is not there yet is taken when it is named
 * @throws {UsageError} `organization-unknown`, or `usage` where several are
 * there and none is named
 */
export function chosenOrganization(
  named: string | undefined,
  own: string | undefined,
  { known, files, unreadable }: Organizations,
  mayBeNew: boolean,
): string {
  const names = [
    ...new Set([
      ...known,
      ...files.map(({ name }) => name),
      ...unreadable.keys(),
    ]),
  ].filter((name) =>
    name !== "independent" || files.some((each) => each.name === name)
  ).sort();
  if (named !== undefined) {
    const { fault } = checkOrganization(named);
    if (fault !== undefined) throw new UsageError("usage", `${fault}.`);
    if (mayBeNew || names.includes(named)) return named;
    const near = nearest(named, names);
    throw new UsageError(
      "organization-unknown",
      `The organization ${quote(named)} is no folder under organizations/${
        near === undefined ? "." : `: did you mean ${quote(near)}?`
      }`,
    );
  }
  if (own !== undefined && names.includes(own)) return own;
  const [only, second] = names;
  if (only !== undefined && second === undefined) return only;
  throw new UsageError(
    "usage",
    only === undefined
      ? "There is no organization here: no folder under organizations/; name one with --org."
      : `There are several organizations here: ${
        names.slice(0, 10).map(quote).join(", ")
      }; name one with --org.`,
  );
}
