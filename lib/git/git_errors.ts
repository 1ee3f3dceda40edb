import { SourceError } from "../base/errors.ts";

/**
 * A server spoke against git's protocol. `url` is shown, so it must be the
 * url as the adopter wrote it, which holds no credentials.
 */
export function protocolError(url: string, what: string): SourceError {
  return new SourceError(
    "git-protocol",
    `${url}: ${what}; check that the url is a git repository and try again.`,
  );
}

/** An object, pack or ref is damaged, missing or hostile. */
export function damaged(what: string, cause?: unknown): SourceError {
  return new SourceError("git-damaged", `Git data refused: ${what}.`, {
    cause,
  });
}

/** A limit of `lib/base/limits.ts` is exceeded. */
export function limitExceeded(what: string): SourceError {
  return new SourceError("limit-exceeded", `Git data refused: ${what}.`);
}
