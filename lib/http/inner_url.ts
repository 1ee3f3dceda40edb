import { isInner } from "./host_kind.ts";

/** `10/8`, `172.16/12`, `192.168/16`, `100.64/10`, and `fc00::/7`. */
const PRIVATE =
  /^(?:(?:10\.\d+|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.\d+\.\d+$|\[f[cd])/;

/**
 * Whether a url of a descriptor, which was checked before, leads by its text
 * to this machine, its link or a private network: what lies there may be open
 * to the machine and to nobody else. A name that resolves to such an address
 * looks like any other.
 */
export function isInnerUrl(url: string): boolean {
  const [, scheme, host = ""] =
    /^(?:([a-z]+):\/\/)?(?:[^@/]*@)?(\[[^\]]*\]|[^:/]*)/i.exec(url) ?? [];
  if (scheme?.toLowerCase() === "file") return true;
  const hostname = URL.parse(`https://${host}`)?.hostname;
  return hostname === undefined || isInner(hostname) || PRIVATE.test(hostname);
}
