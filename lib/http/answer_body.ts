import { SourceError } from "../base/errors.ts";
import { MAX_TRANSFER_MS, MIN_BYTES_PER_SECOND } from "../base/limits.ts";
import { TransientError } from "./transient_error.ts";

/** How a body is read. */
export interface AnswerBodyOptions {
  /** "the archive from https://…", for messages. */
  readonly subject: string;
  /** Bytes after which the body is refused. */
  readonly maxBytes: number;
  /** Milliseconds without a byte after which it is given up. */
  readonly idleTimeoutMs: number;
  /** Milliseconds of waiting after which a body that drips is given up. */
  readonly slowGraceMs: number;
  /** The user's interruption. */
  readonly signal: AbortSignal;
  /** Ends the connection. */
  readonly abort: () => void;
  /** Called once when nothing more will be read. */
  readonly release: () => void;
}

/** The body of one answer: read once, bounded in bytes and in silence. */
export class AnswerBody {
  readonly #stream: ReadableStream<Uint8Array> | null;
  readonly #announced: number | undefined;
  readonly #options: AnswerBodyOptions;
  #started = false;
  /** Milliseconds spent waiting for the server; what the reader takes does not count. */
  #waited = 0;

  constructor(response: Response, options: AnswerBodyOptions) {
    this.#stream = response.body;
    const length = response.headers.get("content-length");
    this.#announced = length !== null && /^\d{1,15}$/.test(length)
      ? Number(length)
      : undefined;
    this.#options = options;
    if (this.#stream === null) options.release();
  }

  /**
   * Yields the bytes as they come.
   *
   * @throws {SourceError} `limit-exceeded`, or `http-failed` when the body
   * stalls, breaks off or is shorter than announced.
   */
  async *chunks(): AsyncGenerator<Uint8Array, void, void> {
    if (this.#started) throw new TypeError("the body has been read already");
    this.#started = true;
    if (this.#stream === null) return;
    const { maxBytes, subject } = this.#options;
    const reader = this.#stream.getReader();
    let received = 0;
    let finished = false;
    try {
      if ((this.#announced ?? 0) > maxBytes) throw this.#tooLarge();
      for (;;) {
        const { done, value } = await this.#read(reader, received);
        if (done) break;
        received += value.length;
        if (received > maxBytes) throw this.#tooLarge();
        this.#requireSpeed(received);
        yield value;
      }
      finished = true;
      if (this.#announced !== undefined && received !== this.#announced) {
        throw new TransientError(
          `${subject} ended after ${received} of ${this.#announced} bytes; try again.`,
        );
      }
    } finally {
      if (!finished) {
        this.#options.abort();
        await reader.cancel().catch(() => {});
      }
      reader.releaseLock();
      this.#options.release();
    }
  }

  /** The whole body at once. Throws as {@linkcode AnswerBody.chunks} does. */
  async bytes(): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of this.chunks()) {
      chunks.push(chunk);
      length += chunk.length;
    }
    if (chunks.length === 1 && chunks[0] !== undefined) return chunks[0];
    const whole = new Uint8Array(length);
    let offset = 0;
    for (const chunk of chunks) {
      whole.set(chunk, offset);
      offset += chunk.length;
    }
    return whole;
  }

  /** Gives up a body that nobody reads. */
  async discard(): Promise<void> {
    if (this.#started || this.#stream === null) return;
    this.#started = true;
    this.#options.abort();
    await this.#stream.cancel().catch(() => {});
    this.#options.release();
  }

  /**
   * Reads under the idle time-out and the user's interruption. Both end the
   * wait here and not through the fetch's own signal: once the head has come,
   * that signal may be garbage-collected, and aborting it then does nothing.
   */
  async #read(
    reader: ReadableStreamDefaultReader<Uint8Array>,
    received: number,
  ): Promise<ReadableStreamReadResult<Uint8Array>> {
    const { idleTimeoutMs, subject, signal } = this.#options;
    const interruption = Promise.withResolvers<never>();
    const interrupt = () => interruption.reject(signal.reason);
    const timer = setTimeout(() =>
      interruption.reject(
        new TransientError(
          `${subject} stalled for ${
            idleTimeoutMs / 1000
          } s after ${received} bytes; try again.`,
        ),
      ), idleTimeoutMs);
    signal.addEventListener("abort", interrupt);
    const start = performance.now();
    try {
      signal.throwIfAborted();
      return await Promise.race([reader.read(), interruption.promise]);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof TransientError) throw error;
      // The cause is not passed on: its text repeats the whole url.
      throw new TransientError(
        `${subject} broke off after ${received} bytes; try again.`,
      );
    } finally {
      this.#waited += performance.now() - start;
      clearTimeout(timer);
      signal.removeEventListener("abort", interrupt);
    }
  }

  /** A server that drips a byte now and then would hold a run for days. */
  #requireSpeed(received: number): void {
    const { slowGraceMs, subject } = this.#options;
    const drips = this.#waited > slowGraceMs &&
      received < this.#waited / 1000 * MIN_BYTES_PER_SECOND;
    if (!drips && this.#waited <= MAX_TRANSFER_MS) return;
    throw new SourceError(
      "http-failed",
      `${subject} is too slow: ${received} bytes in ${
        Math.round(this.#waited / 1000)
      } s; try again later or from another host.`,
    );
  }

  #tooLarge(): SourceError {
    const { maxBytes, subject } = this.#options;
    return new SourceError(
      "limit-exceeded",
      `${subject} is larger than the ${maxBytes} bytes allowed for it; nothing of it is used.`,
    );
  }
}
