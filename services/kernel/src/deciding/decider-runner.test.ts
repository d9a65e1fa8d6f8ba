import { randomUUID } from 'node:crypto';
import type { Fact } from '@easel/contracts/kernel/event';
import { defineProblems, Refused } from '@easel/contracts/kernel/problem';
import { DeadlineExceededError } from '@eventstore/db-client';
import { createLogger } from '../server/logger.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { migrate } from '../database/database.ts';
import { DeciderRunner, type CommandContext, type DeciderRunnerOptions } from './decider-runner.ts';
import type { Decider } from './decider.ts';
import { BatchAppends } from '../log/batch-appends.ts';
import { OutcomeUnknown } from '../log/event-log.errors.ts';
import { verifyChain } from '../proof/hash-chain.ts';
import { PostgresSnapshots, snapshotTables } from './snapshots-postgres.ts';
import { SnapshotStore } from './snapshots.ts';
import { testMacs } from '../testing/mac-keys.ts';
import { openTestLog } from '../testing/open-log.ts';

const fundsProblems = defineProblems('purse', { empty: [402, 'The purse is empty'] });

type FundsFact = Fact<'Filled' | 'Spent', { coins: number; key: string }>;
interface Funds {
  coins: number;
  settled: Record<string, true>;
}

/** Spending needs coins; a key is settled once. */
const funds: Decider<Funds, FundsFact, FundsFact> = {
  snapshot: 'purse@1',
  initial: () => ({ coins: 0, settled: {} }),
  decide(command, state) {
    if (state.settled[command.data.key]) return [];
    if (command.type === 'Spent' && state.coins < command.data.coins) throw new Refused(fundsProblems.empty);
    return [command];
  },
  evolve(state, { type, data }) {
    state.coins += type === 'Filled' ? data.coins : -data.coins;
    state.settled[data.key] = true;
    return state;
  },
};

const data = z.object({ coins: z.int(), key: z.string() });
const catalogue = { Filled: { version: 1, data }, Spent: { version: 1, data } };

let opened: Awaited<ReturnType<typeof openTestLog>>;
beforeAll(async () => {
  opened = await openTestLog(catalogue);
  await migrate(opened.pool, { snapshots: snapshotTables });
});
afterAll(() => opened.close());

const options = (): DeciderRunnerOptions => ({
  log: opened.log,
  snapshots: new SnapshotStore(new PostgresSnapshots(opened.pool), (error) => {
    throw error;
  }),
  logger: createLogger({ name: 'test', level: 'silent' }),
  chained: ['purse'],
  macs: testMacs,
});

/** As another process would have it: folds and queues of its own. */
const newRunner = (deadlineMs = 5_000): DeciderRunner => new DeciderRunner({ ...options(), deadlineMs });

const newStream = (): string => `purse-${randomUUID()}`;
const context = (key: string = randomUUID()): CommandContext => ({
  key,
  actor: { kind: 'member', id: 'm' },
  correlationId: 'c',
});
const fill = (coins: number, key: string = randomUUID()): FundsFact => ({ type: 'Filled', data: { coins, key } });
const spend = (coins: number, key: string = randomUUID()): FundsFact => ({ type: 'Spent', data: { coins, key } });
const facts = (stream: string) => Array.fromAsync(opened.log.read(stream));

test('a rush beyond the funds: exactly as many succeed as can be paid, in one process', async () => {
  const stream = newStream();
  const runner = newRunner();
  await runner.execute(stream, funds, fill(37), context());
  const results = await Promise.allSettled(
    Array.from({ length: 200 }, () => runner.execute(stream, funds, spend(1), context())),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(37);
  expect(await facts(stream)).toHaveLength(38);
  expect(await verifyChain(opened.log.readStored(stream))).toMatchObject({ length: 38 });
});

test('the same over three processes: none is lost, none is spent twice', async () => {
  const stream = newStream();
  const runners = [newRunner(20_000), newRunner(20_000), newRunner(20_000)];
  await runners[0]?.execute(stream, funds, fill(20), context());
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, async (_, index) => runners[index % 3]?.execute(stream, funds, spend(1), context())),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Refused] : []));
  expect(new Set(refusals.map(({ problem }) => problem.code))).toEqual(new Set(['purse.empty']));
  expect(await verifyChain(opened.log.readStored(stream))).toMatchObject({ length: 21 });
});

test('without the key nothing is added to a chain', async () => {
  const stream = newStream();
  const keyless = new DeciderRunner({ ...options(), macs: undefined });
  await expect(keyless.execute(stream, funds, fill(5), context())).rejects.toThrow('MAC_KEYS is not set');
  expect(await Array.fromAsync(opened.log.readStored(stream))).toEqual([]);
});

test('a repeated command is a no-op that answers the state its first run left', async () => {
  const stream = newStream();
  const runner = newRunner();
  await runner.execute(stream, funds, fill(10), context());
  const first = await runner.execute(stream, funds, spend(4, 'k'), context('k'));
  const again = await newRunner().execute(stream, funds, spend(4, 'k'), context('k'));
  expect(again).toMatchObject({ facts: [], state: { coins: 6 }, revision: first.revision, position: first.position });
});

test('what another process wrote counts before a refusal', async () => {
  const stream = newStream();
  const [here, there] = [newRunner(), newRunner()];
  await here.execute(stream, funds, fill(1), context());
  await here.execute(stream, funds, spend(1), context());
  await there.execute(stream, funds, fill(5), context());
  await expect(here.execute(stream, funds, spend(5), context())).resolves.toMatchObject({ state: { coins: 0 } });
});

test('an append whose answer is lost is done and said so, and stands once', async () => {
  const stream = newStream();
  const runner = newRunner();
  const lossy = vi.spyOn(BatchAppends.prototype, 'append').mockImplementationOnce(async function (
    this: BatchAppends,
    ...call
  ) {
    await this.append(...call);
    throw new DeadlineExceededError();
  });
  const { revision, position } = await runner.execute(stream, funds, fill(3), context());
  expect(lossy).toHaveBeenCalledTimes(2); // once by this test
  lossy.mockRestore();
  expect(await facts(stream)).toMatchObject([{ revision, position }]);
  await runner.execute(stream, funds, spend(1), context());
  expect(await verifyChain(opened.log.readStored(stream))).toMatchObject({ length: 2 });
});

test('the same command at two processes at once: done once, and both say so', async () => {
  const stream = newStream();
  const [here, there] = [newRunner(), newRunner()];
  await here.execute(stream, funds, fill(9), context());
  const both = [here, there].map((runner) => runner.execute(stream, funds, spend(4, 'k'), context('k')));
  expect(await Promise.all(both)).toMatchObject([{ state: { coins: 5 } }, { state: { coins: 5 } }]);
  expect(await facts(stream)).toHaveLength(2);
});

test('the same command for another cause, at a process that has not heard of the first: the chain holds all the same', async () => {
  const stream = newStream();
  const [here, there] = [newRunner(), newRunner()];
  await here.execute(stream, funds, fill(9), context());
  await there.fold(stream, funds);
  await here.execute(stream, funds, spend(4, 'k'), { ...context('k'), correlationId: 'one' });
  await expect(
    there.execute(stream, funds, spend(4, 'k'), { ...context('k'), correlationId: 'another' }),
  ).resolves.toMatchObject({ facts: [], state: { coins: 5 } });
  await there.execute(stream, funds, spend(1), context());
  expect(await verifyChain(opened.log.readStored(stream))).toMatchObject({ length: 3 });
});

describe('a command that begins its stream', () => {
  const begun: typeof funds = {
    ...funds,
    decide: (command, { settled }) => (Object.keys(settled).length > 0 ? [] : [command]),
    begins: ({ type }) => type === 'Filled',
  };

  test('is stored without a look at the stream', async () => {
    const stream = newStream();
    const reading = vi.spyOn(opened.log, 'readStored');
    await newRunner().execute(stream, begun, fill(5), context());
    expect(reading).not.toHaveBeenCalled();
    reading.mockRestore();
    expect(await facts(stream)).toHaveLength(1);
  });

  test('is answered by what is stored where another process has had it before, though it says something else now', async () => {
    const stream = newStream();
    const first = await newRunner().execute(stream, begun, fill(5), context('k'));
    const runner = newRunner();
    const again = await runner.execute(stream, begun, fill(7), context('k'));
    expect(again).toMatchObject({ facts: [], state: { coins: 5 }, position: first.position });
    expect(await runner.fold(stream, begun, { atLeastOnce: true })).toMatchObject({ state: { coins: 5 } });
    expect(await facts(stream)).toHaveLength(1);
  });

  test('at two processes at once is stored once, and both answer the same', async () => {
    const stream = newStream();
    const both = await Promise.all(
      [5, 7].map((coins) => newRunner().execute(stream, begun, fill(coins), context('k'))),
    );
    expect(both[0]?.state).toEqual(both[1]?.state);
    expect(await facts(stream)).toHaveLength(1);
    expect(await verifyChain(opened.log.readStored(stream))).toMatchObject({ length: 1 });
  });

  test('looks at the stream all the same where it is no chain', async () => {
    const stream = `loose-${randomUUID()}`;
    await newRunner().execute(stream, begun, fill(5), context('k'));
    const again = await newRunner().execute(stream, begun, fill(7), context('k'));
    expect(again).toMatchObject({ facts: [], state: { coins: 5 } });
  });
});

test('several facts of one append: the place of the last is as the log tells it', async () => {
  const stream = newStream();
  const twice: typeof funds = {
    ...funds,
    decide: (command) => [command, { ...command, data: { ...command.data, key: 'again' } }],
  };
  const runner = newRunner();
  const { revision, position } = await runner.execute(stream, twice, fill(1), context());
  expect((await facts(stream)).at(-1)).toMatchObject({ revision, position });
  expect(await runner.fold(stream, twice)).toMatchObject({ revision, position, state: { coins: 2 } });
});

test('answers what it has read before at once, also while a command for the stream waits for the store', async () => {
  const stream = newStream();
  const runner = newRunner();
  await runner.execute(stream, funds, fill(3), context());
  const silent = Promise.withResolvers<never>();
  const append = vi.spyOn(opened.log, 'appendEncoded').mockReturnValueOnce(silent.promise);
  const spent = runner.execute(stream, funds, spend(1), context());
  await vi.waitFor(() => expect(append).toHaveBeenCalled());
  expect(await runner.fold(stream, funds, { atLeastOnce: true })).toMatchObject({ state: { coins: 3 }, revision: 0 });
  silent.reject(new OutcomeUnknown(stream, new Error('no answer')));
  await expect(spent).rejects.toMatchObject({ problem: { status: 503 } });
  append.mockRestore();
  expect(await runner.fold(stream, funds, { atLeastOnce: true })).toMatchObject({ state: { coins: 3 }, revision: 0 });
});

test('an append whose outcome stays unknown is a 503, and the fold is read anew', async () => {
  const stream = newStream();
  const runner = newRunner(100);
  await runner.execute(stream, funds, fill(3), context());
  const away = vi.spyOn(opened.log, 'appendEncoded').mockRejectedValue(new OutcomeUnknown(stream, new Error('away')));
  await expect(runner.execute(stream, funds, spend(1), context())).rejects.toMatchObject({ problem: { status: 503 } });
  away.mockRestore();
  await expect(runner.execute(stream, funds, spend(1), context())).resolves.toMatchObject({ state: { coins: 2 } });
});

test('who waits in turn behind a store that does not answer is told so with the first', async () => {
  const stream = newStream();
  const runner = newRunner(100);
  await runner.execute(stream, funds, fill(3), context());
  const silent = Promise.withResolvers<never>();
  const append = vi.spyOn(opened.log, 'appendEncoded').mockReturnValue(silent.promise);
  const commands = Array.from({ length: 5 }, () => runner.execute(stream, funds, spend(1), context()));
  const settled = Promise.allSettled(commands);
  await vi.waitFor(() => expect(append).toHaveBeenCalled());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_000 }); // past the deadline of them all
  silent.reject(new OutcomeUnknown(stream, new Error('no answer')));
  const results = await settled;
  vi.useRealTimers();
  expect(results.map((result) => result.status === 'rejected' && (result.reason as Refused).problem.status)).toEqual(
    Array.from({ length: 5 }, () => 503),
  );
  expect(append).toHaveBeenCalledTimes(1);
  append.mockRestore();
  await expect(runner.execute(stream, funds, spend(1), context())).resolves.toMatchObject({ state: { coins: 2 } });
});

test('who waits for the turn longer than a command may is told so while the first is still at work', async () => {
  const stream = newStream();
  const runner = newRunner(100);
  const silent = Promise.withResolvers<never>();
  const append = vi.spyOn(opened.log, 'appendEncoded').mockReturnValueOnce(silent.promise);
  const first = runner.execute(stream, funds, fill(3), context());
  await vi.waitFor(() => expect(append).toHaveBeenCalled());
  await expect(runner.execute(stream, funds, fill(1), context())).rejects.toMatchObject({ problem: { status: 503 } });
  silent.reject(new OutcomeUnknown(stream, new Error('no answer')));
  await expect(first).rejects.toMatchObject({ problem: { status: 503 } });
  append.mockRestore();
  expect(await facts(stream)).toEqual([]);
  await expect(runner.execute(stream, funds, fill(1), context())).resolves.toMatchObject({ state: { coins: 1 } });
});

test('a long stream is folded from its snapshot, and goes on as the same chain', async () => {
  const stream = newStream();
  const runner = newRunner();
  await Promise.all(Array.from({ length: 300 }, () => runner.execute(stream, funds, fill(1), context())));
  await vi.waitFor(async () => {
    const { rows } = await opened.pool.query('SELECT revision FROM vault.snapshots WHERE stream = $1', [stream]);
    expect(rows).toEqual([{ revision: '255' }]);
  });
  const reading = vi.spyOn(opened.log, 'readStored');
  await expect(newRunner().execute(stream, funds, spend(300), context())).resolves.toMatchObject({
    state: { coins: 0 },
  });
  expect(reading).toHaveBeenCalledWith(stream, { from: 256 });
  reading.mockRestore();
  expect(await verifyChain(opened.log.readStored(stream))).toMatchObject({ length: 301 });
});
