import type { Vouched } from "./vouch.ts";

/** Whether a source may be written down: what is wrong with it is not. */
export function isSound({ findings }: Vouched, strict: boolean): boolean {
  return !findings.some(({ level }) =>
    level === "error" || (strict && level === "warning")
  );
}
