import { expect, test } from 'vitest';
import { keyIdIn, MacKeys } from './mac-keys.ts';

const [one, other] = ['12'.repeat(32), '34'.repeat(32)];
const fact = {
  stream: 'account-1',
  revision: 3,
  id: 'id-3',
  type: 'CreditsGranted',
  data: { tenths: 5 },
  metadata: {
    $correlationId: 'c',
    actor: { kind: 'system', id: 's' },
    schemaVersion: 1,
    previousHash: '0'.repeat(64),
  } as const,
};

test('a mac names its key, and is over everything but itself', () => {
  const keys = new MacKeys(one);
  const mac = keys.macOf(fact);
  expect(mac).toMatch(/^[0-9a-f]{12}:[0-9a-f]{64}$/);
  expect(keys.verify(mac, { ...fact, metadata: { ...fact.metadata, mac } })).toBe('right');
  for (const change of [
    { stream: 'account-2' },
    { revision: 4 },
    { id: 'id-4' },
    { type: 'CreditsRevoked' },
    { data: { tenths: 6 } },
    { metadata: { ...fact.metadata, previousHash: '1'.repeat(64) } },
    { metadata: { ...fact.metadata, requestId: 'r' } },
  ]) {
    expect(keys.verify(mac, { ...fact, ...change })).toBe('wrong');
  }
});

test('the first key signs, and all of them verify', () => {
  const before = new MacKeys(one).macOf(fact);
  const rotated = new MacKeys(`${other},${one}`);
  expect(rotated.verify(before, fact)).toBe('right');
  expect(keyIdIn(rotated.macOf(fact))).toBe(keyIdIn(new MacKeys(other).macOf(fact)));
  expect(new MacKeys(other).verify(before, fact)).toBe('other-key');
  expect(rotated.verify('no mac', fact)).toBe('other-key');
});

test.each(['', 'ab', `${'12'.repeat(32)},`, 'g'.repeat(64)])('%j is no key', (text) => {
  expect(() => new MacKeys(text)).toThrow('must be 64 hexadecimal digits');
});
