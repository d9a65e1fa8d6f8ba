import { expect, test } from 'vitest';
import { keptBuffer } from './kept-buffer.ts';

test('packs small buffers into slabs of their own, without overlap', () => {
  const kept = Array.from({ length: 1_000 }, (_, index) => keptBuffer(100).fill(index % 251));
  expect(kept.every((buffer, index) => buffer.length === 100 && buffer.every((byte) => byte === index % 251))).toBe(
    true,
  );
  expect(new Set(kept.map(({ buffer }) => buffer)).size).toBeLessThanOrEqual(3);
  expect(kept.map(({ buffer }) => buffer)).not.toContain(Buffer.allocUnsafe(100).buffer);
});

test('gives a large buffer memory of its own', () => {
  const large = keptBuffer(1_000_000);
  expect([large.length, large.buffer.byteLength]).toEqual([1_000_000, 1_000_000]);
});
