/** Whether a url of the trust list is reached by ssh: `ssh://` or `user@host:path`. */
export function isSshUrl(url: string): boolean {
  return url.startsWith("ssh://") || /^[^@:/]+@[^@:/]+:/.test(url);
}
