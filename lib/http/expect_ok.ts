import { SourceError } from "../base/errors.ts";
import type { HttpAnswer } from "./model.ts";
import { redactUrl } from "./redact_url.ts";
import { tokenVariable } from "./token_variable.ts";

/**
 * Passes an answer with status 200 and refuses every other, giving up its
 * body. `what` names what was asked for ("the archive").
 *
 * @throws {SourceError} `not-found` for 401, 403, 404 and 410, which a private
 * repository or file answers alike; `http-failed` for the rest.
 */
export async function expectOk(
  answer: HttpAnswer,
  url: string,
  what: string,
): Promise<void> {
  if (answer.status === 200) return;
  await answer.discard();
  const where = `${redactUrl(url)} answered ${answer.status} for ${what}`;
  if (![401, 403, 404, 410].includes(answer.status)) {
    throw new SourceError(
      "http-failed",
      `${where}; look at the url in a browser, or try again later.`,
    );
  }
  throw new SourceError("not-found", `${where}: ${advice(answer, url)}.`);
}

function advice(answer: HttpAnswer, url: string): string {
  if (answer.credential !== undefined) {
    return `it does not exist there, or the credential from ${answer.credential} may not read it`;
  }
  const missing =
    "it does not exist there, or it is private, which looks the same";
  const parsed = new URL(url);
  const variable = parsed.protocol === "https:"
    ? tokenVariable(parsed)
    : undefined;
  if (variable === undefined) return missing;
  return parsed.host === "github.com"
    ? `${missing}: then set GITHUB_TOKEN or ${variable}`
    : `${missing}: then set ${variable}`;
}
