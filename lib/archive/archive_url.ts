/** The path of a url, without query and fragment, as written. */
function pathOf(url: string): string {
  return url.replace(/[?#].*$/s, "");
}

/** The archive's file name: the last part of the url's path, percent-decoded where that works. */
export function archiveName(url: string): string {
  const last = pathOf(url).split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last) || "archive";
  } catch {
    return last;
  }
}

/** The url of a file beside the archive: `suffix` is put behind its path. */
export function siblingUrl(url: string, suffix: string): string {
  const path = pathOf(url);
  const query = url.slice(path.length).replace(/#.*$/s, "");
  return `${path}${suffix}${query}`;
}

/**
 * Whether a forge makes the archive when it is asked for it. Its bytes are not
 * promised: another compressor at the forge changes every digest.
 */
export function isForgeArchive(url: string): boolean {
  const { hostname, pathname } = new URL(url);
  return hostname.startsWith("codeload.") ||
    /\/(?:zipball|tarball)\//.test(pathname) ||
    /^\/[^/]+\/.*\/archive\//.test(pathname) ||
    pathname.includes("/+archive/");
}

/**
 * Where the Apache archive keeps what has left the url of a current release,
 * or `undefined` for a url that is none. Only the newest release stays on the
 * download hosts.
 */
export function apacheArchiveUrl(url: string): string | undefined {
  const { hostname, pathname } = new URL(url);
  if (hostname === "archive.apache.org") return undefined;
  const path = /^(?:dlcdn|downloads)\.apache\.org$/.test(hostname)
    ? pathname
    : /\/dist(\/(?:release\/)?.+)$/.exec(pathname)?.[1];
  return path === undefined
    ? undefined
    : `https://archive.apache.org/dist${path.replace(/^\/release\//, "/")}`;
}
