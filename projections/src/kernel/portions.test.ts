import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LogItem } from '@easel/kernel/log/log-store';
import { expect, test } from 'vitest';
import { portions } from './portions.ts';

test('a subscription that fails while a portion is applied tells so afterwards, and to the taker alone', async () => {
  async function* items(): AsyncGenerator<LogItem> {
    yield { kind: 'checkpoint', position: 1n };
    yield { kind: 'caught-up' };
    throw new Error('the log is away');
  }
  const taken: bigint[] = [];
  const taking = async (): Promise<void> => {
    for await (const { upTo } of portions(items(), { size: 10 })) {
      taken.push(upTo);
      await nextTurn(); // the failure comes meanwhile; unhandled, it would end the process
      await nextTurn();
    }
  };
  await expect(taking()).rejects.toThrow('the log is away');
  expect(taken).toEqual([1n]);
});
