/**
 * Whether a host of a parsed `URL` is loopback as the contract means it
 * (section 11): `127.0.0.0/8`, `[::1]` and `localhost`, nothing else.
 */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

const LOCAL_NAMES = new Set([
  "localhost",
  "localhost.localdomain",
  "ip6-localhost",
  "ip6-loopback",
]);

/**
 * Whether a host of a parsed `URL` may name this machine or its link, in any
 * spelling that a redirect could use to reach a service that trusts the
 * machine: names below `localhost`, the unspecified address, link-local
 * addresses (cloud metadata), and IPv4 wrapped in IPv6.
 */
export function isInner(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "").toLowerCase();
  if (LOCAL_NAMES.has(name) || name.endsWith(".localhost")) return true;
  if (/^\d+\.\d+\.\d+\.\d+$/.test(name)) return isInnerIpv4(name);
  if (!name.startsWith("[")) return false;
  const groups = ipv6Groups(name.slice(1, -1));
  const [first = 0, second = 0] = groups;
  if ((first & 0xffc0) === 0xfe80) return true;
  // ::, ::1, ::a.b.c.d, ::ffff:a.b.c.d and the NAT64 prefix 64:ff9b::/96.
  const wrapped = groups.slice(0, 5).every((group) => group === 0) ||
    (first === 0x64 && second === 0xff9b);
  if (!wrapped) return false;
  const [high = 0, low = 0] = groups.slice(6);
  return (high === 0 && low <= 1) ||
    isInnerIpv4(`${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`);
}

function isInnerIpv4(address: string): boolean {
  return /^(?:127|0)\./.test(address) || address.startsWith("169.254.");
}

/** The eight groups of an IPv6 address that `URL` has already normalised. */
function ipv6Groups(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const parse = (part: string) =>
    part === "" ? [] : part.split(":").map((group) => parseInt(group, 16));
  const before = parse(head);
  if (tail === undefined) return before;
  const after = parse(tail);
  const gap = Math.max(0, 8 - before.length - after.length);
  return [...before, ...new Array<number>(gap).fill(0), ...after];
}
