import { afterEach, beforeEach, expect, test } from 'vitest';
import { MemoryLog } from '../testing/memory-log.ts';
import { openProjectionTest, type ProjectionTest } from '../testing/projection-test.ts';
import { nth, Recorder } from '../testing/recorded.ts';
import { silent } from '../testing/silent.ts';
import { counted, tallyProjector } from '../testing/tally.projector.ts';
import { Pauses } from './pauses.ts';
import { ProjectorRunner } from './projector-runner.ts';
import { readModel } from './projector.ts';
import { rebuild } from './rebuild.ts';

/** Held by the test: the projector writes nothing until it is let go. */
let gate = Promise.resolve();
let writing: PromiseWithResolvers<void>;
const model = readModel(
  tallyProjector(async () => {
    writing.resolve();
    await gate;
  }),
);

let world: ProjectionTest;
let recorder: Recorder;
let log: MemoryLog;
let wanted: Set<string>;
let running: { pauses: Pauses; stop: () => Promise<void> }[];
beforeEach(async () => {
  gate = Promise.resolve();
  writing = Promise.withResolvers();
  world = await openProjectionTest();
  recorder = new Recorder();
  log = new MemoryLog([counted(recorder, 'tally-a')]);
  wanted = new Set();
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map(({ stop }) => stop()));
  await world.close();
});

function run(): { pauses: Pauses; stop: () => Promise<void> } {
  const ending = new AbortController();
  const pauses = new Pauses(() => Promise.resolve(wanted), silent);
  const runner = new ProjectorRunner({ model, log, pool: world.pool, logger: silent, pauses });
  const done = runner.run(ending.signal);
  const process = {
    pauses,
    async stop() {
      ending.abort();
      await done;
    },
  };
  running.push(process);
  return process;
}
const phase = (phase: string) => world.until(model, (checkpoint) => checkpoint.phase === phase);
const applied = async (): Promise<number> => (await world.rows(model, 'applied', 'position')).length;

test('a projector finishes the batch in work, stands still, and goes on from there', async () => {
  const { pauses } = run();
  await phase('live');
  writing = Promise.withResolvers();
  const open = Promise.withResolvers<void>();
  gate = open.promise;
  log.add(counted(recorder, 'tally-a'));
  await writing.promise;
  wanted.add('tally');
  await pauses.look();
  open.resolve();
  expect(await phase('paused')).toMatchObject({ position: nth(1), factPosition: nth(1) });
  log.add(counted(recorder, 'tally-a'), counted(recorder, 'tally-b'));
  wanted.clear();
  await pauses.look();
  await world.until(model, ({ factPosition }) => factPosition === nth(3));
  expect(await applied()).toBe(4);
});

test('a pause outlasts the process, and holds whichever takes over', async () => {
  const first = run();
  await phase('live');
  wanted.add('tally');
  await first.pauses.look();
  await phase('paused');
  log.add(counted(recorder, 'tally-a'));
  const second = run();
  await first.stop();
  // It has taken the lock, and says again that it stands still.
  const checkpoint = await world.until(model, ({ phase: now }) => now === 'paused');
  expect(checkpoint.factPosition).toBe(nth(0));
  wanted.clear();
  await second.pauses.look();
  await world.until(model, ({ factPosition }) => factPosition === nth(1));
  expect(await applied()).toBe(2);
});

test('a rebuild of a paused projection meets it where it stands, and leaves it paused', async () => {
  const { pauses } = run();
  for (let n = 0; n < 100; n++) log.add(counted(recorder, `tally-${n % 5}`));
  await world.until(model, ({ phase: now, factPosition }) => now === 'live' && factPosition === nth(100));
  wanted.add('tally');
  await pauses.look();
  await phase('paused');
  for (let n = 0; n < 100; n++) log.add(counted(recorder, `tally-${n % 5}`));
  const signal = new AbortController().signal;
  const outcome = await rebuild({ model, log, pool: world.pool, logger: silent, signal, batchSize: 20 });
  expect(outcome).toMatchObject({
    kind: 'swapped',
    facts: 101,
    differences: [],
    tables: [
      { table: 'applied', equal: true, live: { rows: 101 }, fresh: { rows: 101 } },
      { table: 'incomplete', equal: true, live: { rows: 0 } },
    ],
  });
  expect(await world.checkpoint(model)).toMatchObject({ phase: 'paused', position: nth(100) });
  wanted.clear();
  await pauses.look();
  await world.until(model, ({ factPosition }) => factPosition === nth(200));
  expect(await applied()).toBe(201);
});

test('a pause that cannot be read lets nothing move that stood still', async () => {
  let away = false;
  const pauses = new Pauses(() => (away ? Promise.reject(new Error('away')) : Promise.resolve(wanted)), silent);
  wanted.add('tally');
  await pauses.look();
  away = true;
  wanted.clear();
  await expect(pauses.look()).rejects.toThrow('away');
  expect([pauses.isPaused('tally'), pauses.isPaused('other')]).toEqual([true, false]);
  expect(pauses.pausing('tally').aborted).toBe(true);
});

test('nobody waits for the resumption longer than wanted', async () => {
  const pauses = new Pauses(() => Promise.resolve(new Set(['tally'])), silent);
  await pauses.look();
  const enough = new AbortController();
  const waiting = pauses.untilResumed('tally', enough.signal);
  enough.abort();
  await waiting;
  await pauses.untilResumed('other', new AbortController().signal);
});
