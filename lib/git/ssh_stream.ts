/** A stream of a child process, read to its end so that the child never waits. */
export class SshStream {
  /** Bytes that came. */
  total = 0;
  /** What is kept once the stream has ended, damaged UTF-8 replaced. */
  readonly text: Promise<string>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;

  /**
   * Keeps the last `kept` bytes, give or take a piece. When more than `max`
   * bytes come, `exceeded` is called, which has to end the child.
   */
  constructor(
    stream: ReadableStream<Uint8Array>,
    kept: number,
    max: number,
    exceeded: () => void,
  ) {
    this.#reader = stream.getReader();
    this.text = this.#read(kept, max, exceeded);
  }

  /** Lets go of the stream: a grandchild may hold its other end open. */
  async cancel(): Promise<void> {
    await this.#reader.cancel().catch(() => {});
  }

  async #read(kept: number, max: number, exceeded: () => void) {
    let pieces: Uint8Array[] = [];
    let held = 0;
    for (let next; !(next = await this.#reader.read()).done;) {
      pieces.push(next.value);
      held += next.value.length;
      this.total += next.value.length;
      if (this.total > max) {
        exceeded();
        break;
      }
      if (held > 2 * kept) {
        pieces = [joined(pieces).slice(-kept)];
        held = kept;
      }
    }
    return new TextDecoder().decode(joined(pieces).subarray(-kept));
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(
    pieces.reduce((length, piece) => length + piece.length, 0),
  );
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
