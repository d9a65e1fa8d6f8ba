import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An untrusted address is not public, or not allowed. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** The IPv6 range of global unicast addresses; ipaddr.js also calls others unicast. */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3');

/** Returns whether an IP address is public. An IPv4-mapped IPv6 address is checked as IPv4. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GIVEN_OUT);
}

/**
 * Wraps a lookup so that it returns allowed addresses only. The connection uses the checked address, which prevents DNS
 * rebinding.
 */
export function checkedLookup(lookup: LookupFunction, allows: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found, family) => {
      if (error) {
        callback(error, []);
        return;
      }
      const all: LookupAddress[] = typeof found === 'string' ? [{ address: found, family: family ?? 0 }] : found;
      const allowed = all.filter(({ address }) => allows(address));
      const [first] = allowed;
      if (!first) callback(new AddressRefused('the host name resolves to no public address'), []);
      else if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}
