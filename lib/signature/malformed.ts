/**
 * Bytes that break the grammar of a key or a signature. Whoever parses catches
 * it: a hostile file is a verdict, never a fault of this tool.
 */
export class Malformed extends Error {
  /** Tells it from any other error by name. */
  override name = "Malformed";
}
