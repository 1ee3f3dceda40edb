/** A place as SARIF's `artifactLocation` names it. */
export interface ArtifactLocation {
  /** Percent-encoded. */
  readonly uri: string;
  /** What a relative `uri` is relative to: the root of the repository. */
  readonly uriBaseId?: string;
}

/**
 * Where `path` is: relative to the repository's root, or absolute as a file
 * url. Each component is encoded, so that no name can be read as a scheme, a
 * query or a fragment; a lone surrogate, which has no encoding, becomes U+FFFD.
 */
export function pathUri(path: string): ArtifactLocation {
  const isDrive = /^[A-Za-z]:[\\/]/.test(path);
  // Elsewhere a backslash is a character of a name, and as a slash would lead
  // to another file.
  const parts = (isDrive ? path.replaceAll("\\", "/") : path).split("/");
  const encoded = parts.map((part, index) =>
    index === 0 && isDrive ? part : encodeURIComponent(part.toWellFormed())
  ).join("/");
  if (isDrive) return { uri: `file:///${encoded}` };
  if (encoded.startsWith("/")) return { uri: `file://${encoded}` };
  // A base bounds what lies below it: a path that leaves it has none.
  return parts.includes("..")
    ? { uri: encoded }
    : { uri: encoded, uriBaseId: "%SRCROOT%" };
}
