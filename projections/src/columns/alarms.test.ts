import { randomUUID } from 'node:crypto';
import type { Alarm, QueryFact } from '@easel/contracts/columns/events';
import type { AlarmState } from '@easel/contracts/columns/policy';
import { ALARMS_EVERY_SECONDS } from '@easel/contracts/columns/policy';
import { sqlProblems } from '@easel/contracts/columns/problems';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Decider } from '@easel/kernel/deciding/decider';
import type { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { given } from '@easel/kernel/testing/given';
import type { Pool } from 'pg';
import { describe, expect, test } from 'vitest';
import { silent } from '../testing/silent.ts';
import { AlarmWatch } from './alarm-watch.ts';
import { alarms, type TellAlarm } from './alarms.decider.ts';
import type { SqlAnswer } from './run-sql.ts';

const queryId = randomUUID();
const at = new Date('2026-11-28T10:00:00Z');
const above: Alarm = { side: 'above', threshold: 5 };

const saved = (sql = 'select 1'): QueryFact => ({
  type: 'QuerySaved',
  data: { queryId, actionId: randomUUID(), name: 'Failures', sql, chart: 'none', savedAt: at.toISOString() },
});
const set = (alarm: Alarm | null): QueryFact => ({
  type: 'AlarmSet',
  data: { queryId, actionId: randomUUID(), alarm, reason: 'to be known' },
});
const changed = (state: AlarmState, value: number | string | null): QueryFact => ({
  type: 'AlarmStateChanged',
  data: { queryId, state, value, position: '9', changedAt: at.toISOString() },
});
const tell = (state: AlarmState, value: number | null, sql = 'select 1'): TellAlarm => ({
  type: 'TellAlarm',
  queryId,
  seen: { sql, alarm: above, state: 'quiet' },
  state,
  value,
  position: '9',
  at,
});

describe('an alarm', () => {
  test('is told where it changes, and once', () => {
    given(alarms, saved(), set(above)).when(tell('raised', 6)).then(changed('raised', 6));
    given(alarms, saved(), set(above), changed('raised', 6)).when(tell('raised', 7)).thenNothing();
    given(alarms, saved(), set(above), changed('raised', 6)).when(tell('quiet', 5)).then(changed('quiet', 5));
  });

  test('is told of no query that is none, or was changed while it was looked at', () => {
    given(alarms, saved()).when(tell('raised', 6)).thenNothing();
    given(alarms, saved(), set(above), set(null)).when(tell('raised', 6)).thenNothing();
    given(alarms, saved('select 2'), set(above)).when(tell('raised', 6)).thenNothing();
  });
});

async function* portionsOf(bytes: Buffer): AsyncGenerator<Buffer, void, void> {
  yield bytes;
}

/** A stream in memory, and statements that are answered by hand. */
function watching(facts: QueryFact[], answer: () => unknown[][], type = 'BIGINT') {
  const fold = () => facts.reduce((state, fact) => alarms.evolve(state, fact), alarms.initial());
  const runner = {
    fold: () => Promise.resolve({ state: fold(), revision: 0, position: 0n }),
    execute: (_: string, decider: Decider<unknown, unknown, QueryFact>, command: unknown) => {
      facts.push(...decider.decide(command, fold()));
      return Promise.resolve();
    },
  } as unknown as DeciderRunner;
  const run = async (): Promise<SqlAnswer> => {
    const bytes = Buffer.from(
      JSON.stringify({
        columns: [
          { name: 'one', type },
          { name: 'two', type },
        ],
        rows: answer(),
        more: false,
      }),
    );
    return { position: '9', rowsRead: () => 1, bytes: portionsOf(bytes) };
  };
  const watch = new AlarmWatch(runner, { run }, {} as Pool, silent);
  return () => watch.look(new AbortController().signal);
}

test.each([
  ['above', 6, 'raised'],
  ['above', 5, 'quiet'],
  ['below', 4, 'raised'],
  ['below', 5, 'quiet'],
] as const)('%s its threshold of 5, %i is %s', async (side, value, state) => {
  const facts = [saved(), set({ side, threshold: 5 })];
  await watching(facts, () => [['failures', value]], 'VARCHAR')();
  const told = facts.slice(2).map(({ data }) => ('state' in data ? [data.state, data.value] : []));
  expect(told).toEqual(state === 'quiet' ? [] : [[state, value]]);
});

test.each([
  ['HUGEINT', '9007199254740993', 9_007_199_254_740_992, 'raised'],
  ['DECIMAL(38,18)', '0.100000000000000001', 0.05, 'raised'],
  ['DOUBLE', 'inf', 5, 'raised'],
  ['DOUBLE', '-inf', 5, 'quiet'],
  ['DOUBLE', 'nan', 5, 'failed'],
  ['VARCHAR', '7', 5, 'failed'],
])('an alarm compares all digits: %s %s above %d is %s', async (type, value, threshold, state) => {
  const facts = [saved(), set({ side: 'above', threshold })];
  await watching(facts, () => [[value]], type)();
  const told = facts.slice(2).map(({ data }) => ('state' in data ? [data.state, data.value] : []));
  expect(told).toEqual(state === 'quiet' ? [] : [[state, state === 'failed' ? null : value]]);
});

test('one that gives no number has failed; what passes by says nothing', async () => {
  const facts = [saved(), set(above)];
  await watching(facts, () => {
    throw new Refused(sqlProblems.busy);
  })();
  expect(facts).toHaveLength(2);
  await watching(facts, () => [['none']], 'VARCHAR')();
  expect(facts.at(-1)).toMatchObject({ data: { state: 'failed', value: null } });
  await watching(facts, () => [[6]])();
  await watching(facts, () => {
    throw new Refused(sqlProblems.failed);
  })();
  expect(facts.map(({ data }) => 'state' in data && data.state)).toEqual([false, false, 'failed', 'raised', 'failed']);
});

test.each(['busy', 'none', 'unreadable', 'broken', 'notYet'] as const)(
  'an alarm that has no answer for ten minutes has failed: %s',
  async (problem) => {
    const facts = [saved(), set(above)];
    const look = watching(facts, () => {
      throw new Refused(sqlProblems[problem]);
    });
    for (let n = 1; n < (10 * 60) / ALARMS_EVERY_SECONDS; n++) await look();
    expect(facts).toHaveLength(2);
    await look();
    expect(facts.at(-1)).toMatchObject({ type: 'AlarmStateChanged', data: { state: 'failed', value: null } });
  },
);
