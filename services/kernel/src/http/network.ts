import { isIPv4 } from 'node:net';

/** Who is counted as one caller by an address: an IPv4 address, or the /64 that one subscriber of IPv6 is given. */
export function networkOf(address: string): string {
  if (isIPv4(address)) return address;
  // Some proxies pass the visitor's port on.
  const bare = /^([\d.]+):\d+$|^\[(.+)\](?::\d+)?$/.exec(address);
  if (bare) return networkOf(bare[1] ?? bare[2] ?? '');
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const groups = (part: string): string[] => part.split(':').filter((group) => group !== '');
  const before = groups(head);
  const after = groups(tail ?? '');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return `${[...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** Names of this very machine, as a Host header or an address has them, with their port. */
export const isLoopbackName = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i.test(host);

/** Addresses of this very machine. */
export const isLoopback = (address: string): boolean => /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/i.test(address);
