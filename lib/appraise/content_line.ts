import type { Appraisal } from "./appraise.ts";

/** What a source holds, in one line. */
export function contentLine({ skills, content }: Appraisal): string {
  const { files, bytes, licence, executables } = content;
  return [
    counted(skills.length, "skill"),
    counted(files, "file"),
    sizeText(bytes),
    licence === undefined
      ? "no licence file"
      : `licence ${licence.spdx ?? "unknown"} (${licence.file})`,
    ...(executables.length === 0
      ? []
      : [counted(executables.length, "executable")]),
  ].join(", ");
}

/** A number and its noun. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Bytes for a person, in decimal units. */
function sizeText(bytes: number): string {
  if (bytes < 1000) return counted(bytes, "byte");
  const units = ["kB", "MB", "GB"];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value.toFixed(1)} ${units[unit]}`;
}
