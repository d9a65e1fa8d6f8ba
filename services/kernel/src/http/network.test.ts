import { expect, test } from 'vitest';
import { isLoopback, isLoopbackName, networkOf } from './network.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['192.0.2.7:51413', '192.0.2.7'],
  ['[2001:db8:1:2::7]:51413', '2001:db8:1:2::/64'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['127.0.0.1', true],
  ['127.9.8.7', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['128.0.0.1', false],
  ['10.127.0.0.1', false],
  ['127.0.0.1.example.org', false],
  ['::2', false],
  ['', false],
])('%j: of this machine, %s', (address, own) => {
  expect(isLoopback(address)).toBe(own);
});

test.each([
  ['localhost', true],
  ['LOCALHOST:3000', true],
  ['127.0.0.1:3000', true],
  ['[::1]:3000', true],
  ['127.0.0.1.example.org', false],
  ['localhost.example.org', false],
  ['easel.example', false],
  ['', false],
])('%j: a name of this machine, %s', (host, own) => {
  expect(isLoopbackName(host)).toBe(own);
});
