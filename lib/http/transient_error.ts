import { SourceError } from "../base/errors.ts";

/**
 * A failure of the network that another attempt may mend: no connection, a
 * time-out, a connection that broke in the middle of a body. Its code is
 * `http-failed`.
 */
export class TransientError extends SourceError {
  /** Names the class that callers and `--json` know it by. */
  override name = "SourceError";

  constructor(message: string) {
    super("http-failed", message);
  }
}
