import { once } from 'node:events';
import { connect, createServer, type LookupFunction } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { AddressRefused, checkedLookup, isPublicAddress } from './public-address.ts';

describe('public addresses', () => {
  test.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '::ffff:8.8.8.8'])('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    '127.0.0.1',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '192.0.0.8',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:169.254.169.254',
    '::7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::1',
    '2001::1',
    'fe80::1',
    'fec0::1',
    'fd12::1',
    '2001:db8::1',
    'ff02::1',
    'not an address',
  ])('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

/** Creates a lookup that returns different addresses on each call. */
function changing(...answers: string[][]): { lookup: LookupFunction; asked: () => number } {
  let asked = 0;
  const lookup: LookupFunction = (_name, _options, callback) => {
    const addresses = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { lookup, asked: () => asked };
}

const lookedUp = async (lookup: LookupFunction, all: boolean): Promise<unknown> =>
  new Promise((resolve, reject) => {
    lookup('pictures.example', { all }, (error, found) => {
      if (error) reject(error);
      else resolve(found);
    });
  });

describe('a checked lookup', () => {
  test('returns only allowed addresses', async () => {
    const { lookup } = changing(['10.0.0.1', '8.8.8.8', '::1']);
    const checked = checkedLookup(lookup, isPublicAddress);
    expect(await lookedUp(checked, true)).toEqual([{ address: '8.8.8.8', family: 4 }]);
    expect(await lookedUp(checked, false)).toBe('8.8.8.8');
  });

  test('fails when no address is allowed', async () => {
    const { lookup } = changing(['169.254.169.254', 'fd00::1']);
    await expect(lookedUp(checkedLookup(lookup, isPublicAddress), true)).rejects.toThrow(AddressRefused);
  });

  test('connects to the address that it checked, although the name resolves differently later', async () => {
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port');
    const { lookup, asked } = changing(['127.0.0.1'], ['127.0.0.9']);
    const socket = connect({
      host: 'pictures.example',
      port: address.port,
      lookup: checkedLookup(lookup, (one) => one === '127.0.0.1'),
    });
    await once(socket, 'connect');
    expect(socket.remoteAddress).toBe('127.0.0.1');
    expect(asked()).toBe(1);
    socket.destroy();
  });
});
