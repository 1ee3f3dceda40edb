import { printable } from "../report/printable.ts";
import type { ContentFinding } from "./model.ts";

/** Names of one folder that are listed, before the rest is only counted. */
const NAMED = 5;

/** One note for each folder with executable files, which a review weighs as new ones. */
export function executableFindings(
  paths: readonly string[],
): ContentFinding[] {
  const folders = Map.groupBy(
    paths,
    (path) => path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : ".",
  );
  return [...folders].map(([path, files]) => {
    const names = files.slice(0, NAMED)
      .map((file) => printable(file.slice(file.lastIndexOf("/") + 1)));
    const more = files.length - names.length;
    return {
      rule: "executable-file",
      level: "note",
      path,
      message: `${
        files.length === 1 ? "a file is" : `${files.length} files are`
      } executable: ${names.join(", ")}${
        more === 0 ? "" : ` and ${more} more`
      }`,
    };
  });
}
