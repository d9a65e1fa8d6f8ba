import type { ExportFact } from '@easel/contracts/kernel/exports.events';
import type { NewFact } from '@easel/kernel/log/new-fact';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { silent } from '../testing/silent.ts';
import { ExportRecords } from './export-records.ts';

const context = {
  key: 'k',
  actor: { kind: 'operator', id: randomUUID(), role: 'auditor' },
  correlationId: 'c',
} as const;

/** Of two portions of three and two rows, and what the log was given. */
async function begin({ fails = false, method = 'GET', leaves = false } = {}) {
  const log: string[] = [];
  const response = { destroyed: false, req: { method } };
  const records = new ExportRecords(
    {
      append: (_stream, _expected, facts: readonly NewFact[]) => {
        if (fails) return Promise.reject(new Error('away'));
        for (const { fact } of facts as readonly NewFact<ExportFact>[]) {
          response.destroyed = leaves;
          log.push(fact.type === 'ExportEnded' ? `${fact.data.rows} ${fact.data.outcome}` : fact.type);
        }
        return Promise.resolve({ revision: 0, position: 0n });
      },
    },
    silent,
  );
  async function* portions(): AsyncGenerator<readonly number[], void, void> {
    await Promise.resolve();
    yield [1, 2, 3];
    if (!response.destroyed) yield [4, 5];
  }
  const asked = { what: 'ledger', format: 'csv', filter: {} } as const;
  return { log, response, rows: await records.record(asked, portions(), { context, response }) };
}

test('all of it is counted before its end is handed on', async () => {
  const { log, rows } = await begin();
  expect(log).toEqual(['ExportBegun']);
  const taken = await Array.fromAsync(rows);
  expect([taken, log]).toEqual([
    [
      [1, 2, 3],
      [4, 5],
    ],
    ['ExportBegun', '5 complete'],
  ]);
});

test('who takes only the beginning is told of with what was read', async () => {
  const { log, rows } = await begin();
  for await (const _ of rows) break;
  expect(log).toEqual(['ExportBegun', '3 broken-off']);
});

test('reading that ends because nobody is there any more is no whole export', async () => {
  const { log, rows, response } = await begin();
  for await (const _ of rows) response.destroyed = true;
  expect(log).toEqual(['ExportBegun', '3 broken-off']);
});

test('who leaves while the beginning is recorded is told of with nothing, and nothing is read', async () => {
  const { log, rows } = await begin({ leaves: true });
  expect(log).toEqual(['ExportBegun', '0 broken-off']);
  expect(await Array.fromAsync(rows)).toEqual([]);
});

test('nothing is handed on where the beginning cannot be recorded', async () => {
  await expect(begin({ fails: true })).rejects.toThrow('away');
});

test('records and reads nothing for HEAD, which takes nothing away', async () => {
  const { log, rows } = await begin({ method: 'HEAD' });
  expect([await Array.fromAsync(rows), log]).toEqual([[], []]);
});
