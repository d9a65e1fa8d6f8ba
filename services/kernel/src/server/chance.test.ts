import { expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';
import { randomBytes, randomFraction, randomUUID, replaceChance, type ChanceSource } from './chance.ts';

const decided: ChanceSource = {
  fraction: () => 0.25,
  bytes: (length) => Buffer.alloc(length, 7),
  uuid: () => '00000000-0000-4000-8000-000000000001',
};

it('is the world’s until it is replaced, and again afterwards', () => {
  const giveBack = replaceChance(decided);
  expect([randomFraction(), randomBytes(3), randomUUID(), backoffMs(0, 100, 100)]).toEqual([
    0.25,
    Buffer.of(7, 7, 7),
    '00000000-0000-4000-8000-000000000001',
    62.5,
  ]);
  giveBack();
  expect(new Set(Array.from({ length: 100 }, randomUUID)).size).toBe(100);
  expect(randomBytes(16).equals(randomBytes(16))).toBe(false);
  const fractions = Array.from({ length: 100 }, randomFraction);
  expect(Math.min(...fractions)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...fractions)).toBeLessThan(1);
});
