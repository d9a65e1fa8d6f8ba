import { expect, test } from 'vitest';
import { busAddress, readBusAddress } from './bus-address.ts';

test.each([
  ['nats://bus:4222', { servers: ['bus:4222'], tls: false, login: undefined }],
  ['nats://a:1,nats://b', { servers: ['a:1', 'b'], tls: false, login: undefined }],
  ['tls://ada:p%40ss@a:1,b:2', { servers: ['a:1', 'b:2'], tls: true, login: { user: 'ada', pass: 'p@ss' } }],
  ['nats://a:1, nats://word@b:2', { servers: ['a:1', 'b:2'], tls: false, login: { token: 'word' } }],
])('%s', (address, read) => {
  expect(readBusAddress(address)).toEqual(read);
  expect(busAddress.parse(address)).toBe(address);
});

test.each(['', 'bus:4222', 'http://bus:4222', 'nats://', 'nats://a:1,', 'nats://a:1,http://b', 'nats://a:port'])(
  '%j is no address, and is not repeated',
  (address) => {
    const { error } = busAddress.safeParse(address);
    expect(error?.issues.map(({ message }) => message)).toEqual(['must be an address like nats://host:4222']);
  },
);
