import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address that comes from outside leads where it must not. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** All of IPv6 that is given out to the public; ipaddr.js calls what is outside of it unicast as well. */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address is one of the public internet; an IPv4 address within an IPv6 one counts as what it is. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GIVEN_OUT);
}

/** Looks a name up, and passes on none but the addresses that are allowed: what is connected to is what was checked. */
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
      if (!first) callback(new AddressRefused('the name leads to an address that is not public'), []);
      else if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}
