/** Characters of a line after which it is handed on unfinished. */
const MAX_LINE_LENGTH = 1024 * 1024;

/**
 * Hands on the text of a stream in whole lines, several at a time where they
 * come so. Rejects when `signal` is aborted.
 */
export async function inLines(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  take: (text: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  let open = "";
  const texts = stream.pipeThrough(
    new TextDecoderStream(),
    signal === undefined ? {} : { signal },
  );
  for await (const text of texts) {
    const end = text.lastIndexOf("\n") + 1;
    if (end > 0) {
      take(open + text.slice(0, end));
      open = "";
    }
    open += text.slice(end);
    if (open.length > MAX_LINE_LENGTH) {
      take(open);
      open = "";
    }
  }
  if (open !== "") take(open);
}
