import { expect, test, vi } from 'vitest';
import { eventStoreAddress, eventStoreName } from './event-store-address.ts';

const secret = 'w0rd';

test.each([
  ['esdb://127.0.0.1:2113?tls=false', 'EventStoreDB at 127.0.0.1:2113'],
  [`esdb://ops:${secret}@a:1,b:2,c?tlsCAFile=/etc/ca.pem&nodePreference=leader`, 'EventStoreDB at a:1, b:2, c:2113'],
  [`esdb+discover://ops:${secret}@cluster.internal`, 'EventStoreDB at cluster.internal:2113'],
])('%s', (address, name) => {
  expect(eventStoreAddress.parse(address)).toBe(address);
  expect(eventStoreName(address)).toBe(name);
});

test.each([
  ['http://a:2113', 'must be an address like esdb://'],
  [`esdb://ops:${secret}@`, 'must be an address like esdb://'],
  [`esdb://ops:${secret}@a:port`, 'must be an address like esdb://'],
  [`esdb://ops:${secret}%zz@a`, 'must be an address like esdb://'],
  [`esdb://ops:${secret}@a:1?tls=maybe`, 'must be an address like esdb://'],
  [`esdb://ops:${secret}@a:1?verify=no`, 'has an option that the client does not know: verify'],
  [`esdb://ops:${secret}@a:1?tlsVerifyCert=false`, 'has tlsVerifyCert=false, which the client does not offer'],
])('%s is refused, without a word of its password here or at the console', (address, complaint) => {
  const warn = vi.spyOn(console, 'warn');
  const message = eventStoreAddress
    .safeParse(address)
    .error?.issues.map((issue) => issue.message)
    .join();
  expect(message).toContain(complaint);
  expect(message).not.toContain(secret);
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});
