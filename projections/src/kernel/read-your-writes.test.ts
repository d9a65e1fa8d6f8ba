import { Listener } from '@easel/kernel/database/listener';
import { Refused } from '@easel/contracts/kernel/problem';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { Reflector } from '@nestjs/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MemoryLog } from '../testing/memory-log.ts';
import { openProjectionTest, type ProjectionTest } from '../testing/projection-test.ts';
import { nth, Recorder } from '../testing/recorded.ts';
import { silent } from '../testing/silent.ts';
import { counted, tallyProjector } from '../testing/tally.projector.ts';
import { CheckpointWatch } from './checkpoint-watch.ts';
import { ProjectorRunner } from './projector-runner.ts';
import { readModel } from './projector.ts';
import { ReadsFrom, ReadYourWrites } from './read-your-writes.ts';

/** Held by the test: the projector writes nothing until it is let go. */
let gate = Promise.resolve();
const model = readModel(tallyProjector(() => gate));

class Handlers {
  @ReadsFrom(model)
  read(): void {
    // only its metadata counts
  }
}

let world: ProjectionTest;
let recorder: Recorder;
let log: MemoryLog;
let watch: CheckpointWatch;
let listener: Listener;
let guard: ReadYourWrites;
let ending: AbortController;
let running: Promise<void>;
beforeEach(async () => {
  gate = Promise.resolve();
  world = await openProjectionTest();
  recorder = new Recorder();
  log = new MemoryLog([counted(recorder, 'tally-a')]);
  listener = new Listener(world.pool.options.connectionString ?? '', { name: 'test', logger: silent });
  watch = new CheckpointWatch(world.pool, listener, silent);
  await watch.start();
  guard = new ReadYourWrites(new Reflector(), watch, log);
  ending = new AbortController();
  running = new ProjectorRunner({ model, log, pool: world.pool, logger: silent }).run(ending.signal);
  await world.until(model, ({ phase }) => phase === 'live');
});
afterEach(async () => {
  ending.abort();
  await running;
  await listener.close();
  await world.close();
});

/** As Nest hands a handler on: by itself. */
const readHandler = Object.getOwnPropertyDescriptor(Handlers.prototype, 'read')?.value as () => void;

/** One request; gives the headers of its reply. */
async function ask(headers: Record<string, string>): Promise<Record<string, string>> {
  const sent: Record<string, string> = {};
  const reply = { header: (name: string, value: string) => (sent[name] = value) };
  await guard.canActivate(new ExecutionContextHost([{ headers }, reply], Handlers, readHandler));
  return sent;
}

test('a query waits also for the read model that others tell its routes of', async () => {
  const other = readModel({ ...tallyProjector(() => gate), name: 'other' });
  const alone = { ...model, schema: 'read_alone_v1', categories: [] };
  const also = new Map([[model, [other]]]);
  const asked: string[] = [];
  const checkpoints = {
    hasReached: (schema: string) => schema === model.schema,
    reach: (schema: string) => {
      asked.push(schema);
      return Promise.resolve(true);
    },
  } as unknown as CheckpointWatch;
  guard = new ReadYourWrites(new Reflector(), checkpoints, log, also);
  expect(await ask({ 'x-position': `tally=${nth(0)}` })).toEqual({});
  expect(asked).toEqual([other.schema]);
  guard = new ReadYourWrites(new Reflector(), checkpoints, log, new Map([[alone, [other]]]));
  await ask({ 'x-position': `tally=${nth(0)}` });
  expect(asked).toEqual([other.schema]);
});

test('a query waits for what its caller has written, and then is fresh', async () => {
  const open = Promise.withResolvers<void>();
  gate = open.promise;
  log.add(counted(recorder, 'tally-a'));
  let answered = false;
  const asking = ask({ 'x-position': `tally=${nth(1)},other=99999` }).then((headers) => {
    answered = true;
    return headers;
  });
  // An older one is answered meanwhile.
  expect(await ask({ 'x-position': `tally=${nth(0)}` })).toEqual({});
  expect(answered).toBe(false);
  open.resolve();
  expect(await asking).toEqual({});
  expect(await world.checkpoint(model)).toMatchObject({ position: nth(1) });
});

test('the cookie counts as the header does, and the later of both', async () => {
  log.add(counted(recorder, 'tally-a'), counted(recorder, 'tally-a'));
  expect(await ask({ 'x-position': `tally=${nth(1)}`, cookie: `a=b; easel_position=tally=${nth(2)}` })).toEqual({});
  expect(await world.checkpoint(model)).toMatchObject({ position: nth(2) });
  expect(await ask({ cookie: 'easel_position=nonsense' })).toEqual({});
});

test('who has waited long enough is told that the answer is stale', async () => {
  const open = Promise.withResolvers<void>();
  gate = open.promise;
  log.add(counted(recorder, 'tally-a'));
  expect(await watch.reach(model.schema, nth(1), 20)).toBe(false);
  expect(await ask({ 'x-position': `tally=${nth(1)}` })).toEqual({ 'x-stale': 'true' });
  open.resolve();
});

test('while the log hangs the answer is stale after the same time', async () => {
  const open = Promise.withResolvers<void>();
  gate = open.promise;
  log.add(counted(recorder, 'tally-a'));
  guard = new ReadYourWrites(new Reflector(), watch, { head: () => new Promise(() => undefined) });
  expect(await ask({ 'x-position': `tally=${nth(1)}` })).toEqual({ 'x-stale': 'true' });
  open.resolve();
});

test('a projector that stands still is not waited for, and lets go who waits already', async () => {
  const open = Promise.withResolvers<void>();
  gate = open.promise;
  log.add(counted(recorder, 'tally-a'), {
    ...counted(recorder, 'tally-a'),
    unreadable: { why: 'newer-version', detail: '2 > 1' },
  });
  const waiting = watch.reach(model.schema, nth(2), 600_000);
  open.resolve();
  expect(await waiting).toBe(false);
  expect(await watch.reach(model.schema, nth(2), 600_000)).toBe(false);
});

test('nobody waits where no runner is at work', async () => {
  ending.abort();
  await running;
  log.add(counted(recorder, 'tally-a'));
  expect(await watch.reach(model.schema, nth(1), 600_000)).toBe(false);
  expect(await ask({ 'x-position': `tally=${nth(1)}` })).toEqual({ 'x-stale': 'true' });
});

test.each([1n, 2n ** 60n])('%s beyond the end of the log is refused', async (beyond) => {
  log.add(counted(recorder, 'tally-a'));
  const position = (await log.head()) + beyond;
  await expect(ask({ 'x-position': `tally=${position}` })).rejects.toBeInstanceOf(Refused);
});

test.each(['tally', 'tally=-1', 'tally=1e3', '=5', 'tally=1;drop'])('%s is no position', async (position) => {
  await expect(async () => ask({ 'x-position': position })).rejects.toBeInstanceOf(Refused);
});
