import { randomUUID } from 'node:crypto';
import type { FactCatalogue } from '@easel/contracts/kernel/event';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import {
  anchorTables,
  Anchors,
  digestOfAnchor,
  digestOfHeads,
  readAnchoredHeads,
  readAnchors,
  readAnchorWalk,
  signatureOf,
  type Anchor,
} from './anchors.ts';
import { migrate } from '../database/database.ts';
import { DeciderRunner } from '../deciding/decider-runner.ts';
import type { Decider } from '../deciding/decider.ts';
import { CHAIN_START, hashOf } from './hash-chain.ts';
import { noteMacCutOver, readMacCutOver } from './mac-cut-over.ts';
import { PostgresSnapshots, snapshotTables } from '../deciding/snapshots-postgres.ts';
import { SnapshotStore } from '../deciding/snapshots.ts';
import { testMacs } from '../testing/mac-keys.ts';
import { openTestLog, testMetadata } from '../testing/open-log.ts';

const catalogue = { Counted: { version: 1, data: z.object({ by: z.int() }) } } satisfies FactCatalogue;
const counter: Decider<number, number, { type: 'Counted'; data: { by: number } }> = {
  initial: () => 0,
  decide: (by) => [{ type: 'Counted', data: { by } }],
  evolve: (state, fact) => state + fact.data.by,
};
const logger = pino({ level: 'silent' });

let world: Awaited<ReturnType<typeof openTestLog>>;
let runner: DeciderRunner;
let commands = 0;
beforeAll(async () => {
  world = await openTestLog(catalogue);
  await migrate(world.pool, { anchors: anchorTables, snapshots: snapshotTables });
  const snapshots = new SnapshotStore(new PostgresSnapshots(world.pool), () => undefined);
  runner = new DeciderRunner({ log: world.log, snapshots, logger, chained: ['coins'], macs: testMacs });
});
afterAll(() => world.close());

const count = (stream: string) =>
  runner.execute(stream, counter, 1, {
    key: `${commands++}`,
    actor: { kind: 'system', id: 'test' },
    correlationId: 'test',
  });

const anchors = (options: { portion?: number; now?: () => Date } = {}) =>
  new Anchors({ ...world, logger, categories: ['coins'], ...options });
const never = new AbortController().signal;

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

async function hashAt(stream: string, revision: number): Promise<string> {
  const [fact] = await all(world.log.readStored(stream, { from: revision, maxCount: 1 }));
  if (!fact) throw new Error(`${stream}@${revision} is not there`);
  return hashOf(fact);
}

function expectSigned(anchor: Anchor | undefined): void {
  if (!anchor) throw new Error('there is no anchor');
  expect(digestOfAnchor(anchor)).toBe(anchor.digest);
  expect(signatureOf(world.sealer, anchor.digest)).toBe(anchor.signature);
}

/** At the last fact or behind it, where the store's own events are, and not beyond them. */
async function expectAtEnd(come: { position: bigint } | undefined, last: bigint): Promise<void> {
  expect(come?.position).toBeGreaterThanOrEqual(last);
  expect(come?.position).toBeLessThanOrEqual(await world.log.head());
}

test('nothing in the log is no anchor', async () => {
  expect(await anchors().make(never)).toBeUndefined();
  expect(await all(readAnchors(world.pool))).toEqual([]);
});

test('an anchor tells where every chain stood, and the next one what moved since', async () => {
  for (const stream of ['coins-b', 'coins-a', 'coins-a']) await count(stream);
  const last = await count('other-a');
  const first = await anchors().make(never);
  expectSigned(first);
  expect(first).toMatchObject({ number: 1, streams: 2, previous: CHAIN_START });
  await expectAtEnd(first, last.position);
  const heads = await all(readAnchoredHeads(world.pool, 1));
  expect(heads).toEqual([
    { stream: 'coins-a', revision: 1, hash: await hashAt('coins-a', 1) },
    { stream: 'coins-b', revision: 0, hash: await hashAt('coins-b', 0) },
  ]);
  expect(first?.headsDigest).toBe(await digestOfHeads(readAnchoredHeads(world.pool, 1)));

  await count('coins-b');
  const second = await anchors().make(never);
  expectSigned(second);
  expect(second).toMatchObject({ number: 2, streams: 1, previous: first?.digest });
  expect(await all(readAnchoredHeads(world.pool, 2))).toMatchObject([{ stream: 'coins-b', revision: 1 }]);
  expect(await all(readAnchors(world.pool))).toEqual([first, second]);
});

test('where no chain moved no anchor is made, and what was walked is not walked again', async () => {
  const last = await count('other-a');
  expect(await anchors().make(never)).toBeUndefined();
  const walked = await readAnchorWalk(world.pool);
  expect(walked?.made).toBe(2);
  await expectAtEnd(walked, last.position);
});

test('a walk ends though the store goes on writing events of its own behind it', async () => {
  const walked = new AbortController();
  const write = (n: number) =>
    world.log.appendAnywhere('$stats-test', [
      { id: randomUUID(), fact: { type: 'Counted', data: { by: n } }, metadata: testMetadata },
    ]);
  const before = await readAnchorWalk(world.pool);
  // There is something behind it from the first, however quick the walk is.
  await write(0);
  const writing = (async () => {
    for (let n = 1; !walked.signal.aborted; n++) await write(n);
  })();
  expect(await anchors().make(never)).toBeUndefined();
  walked.abort();
  await writing;
  expect((await readAnchorWalk(world.pool))?.position).toBeGreaterThan(before?.position ?? 0n);
});

test('written in portions of one stream it is the same', async () => {
  for (const stream of ['coins-c', 'coins-d', 'coins-c', 'coins-a', 'coins-d']) await count(stream);
  const anchor = await anchors({ portion: 1 }).make(never);
  expectSigned(anchor);
  expect((await all(readAnchoredHeads(world.pool, 3))).map(({ stream, revision }) => `${stream}@${revision}`)).toEqual([
    'coins-a@2',
    'coins-c@1',
    'coins-d@1',
  ]);
});

test('a walk that breaks off is gone on with, and its anchor is over all of it', async () => {
  for (const stream of ['coins-a', 'coins-b', 'coins-c']) await count(stream);
  let reads = 0;
  const breaking: Pick<typeof world.log, 'head' | 'subscribe' | 'readStored' | 'firstStored'> = {
    head: () => world.log.head(),
    subscribe: (options) => world.log.subscribe(options),
    readStored: (stream, options) => world.log.readStored(stream, options),
    async firstStored(stream, from) {
      if (++reads > 2) throw new Error('the log is away');
      return world.log.firstStored(stream, from);
    },
  };
  const broken = new Anchors({ ...world, log: breaking, logger, categories: ['coins'], portion: 1 });
  await expect(broken.make(never)).rejects.toThrow('the log is away');
  const begun = await readAnchorWalk(world.pool);
  expect(begun?.made).toBe(3);
  expect(await all(readAnchoredHeads(world.pool, 4))).toHaveLength(2);

  await count('coins-a');
  const anchor = await anchors().make(never);
  expectSigned(anchor);
  expect(anchor).toMatchObject({ number: 4, streams: 3 });
  expect((await all(readAnchoredHeads(world.pool, 4))).map(({ stream, revision }) => `${stream}@${revision}`)).toEqual([
    'coins-a@4',
    'coins-b@2',
    'coins-c@2',
  ]);
});

test('of several that are due at once one is made, and none before its hour', async () => {
  await count('coins-a');
  const made = (await all(readAnchors(world.pool, 4)))[0]?.at.getTime() ?? 0;
  const hourMs = 3_600_000;
  const at = (ms: number) => anchors({ now: () => new Date(made + ms) });
  expect(await at(hourMs - 1).makeWhenDue(hourMs, never)).toBeUndefined();
  const both = await Promise.all([at(hourMs), at(hourMs)].map((one) => one.makeWhenDue(hourMs, never)));
  expect(both.filter((anchor) => anchor !== undefined)).toHaveLength(1);
  expect((await all(readAnchors(world.pool))).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
});

test('once it is noted from where on facts have macs, each anchor says so; those of before stay as they were', async () => {
  const before = await all(readAnchors(world.pool));
  expect(before.map(({ macCutOver }) => macCutOver)).toEqual(before.map(() => null));
  for (const anchor of before) expectSigned(anchor);
  await noteMacCutOver(world);
  const noted = await readMacCutOver(world.pool);
  for (const number of [6, 7]) {
    await count('coins-a');
    const anchor = await anchors().make(never);
    expectSigned(anchor);
    expect(anchor).toMatchObject({ number, macCutOver: noted });
    expect(digestOfAnchor({ ...anchor!, macCutOver: null })).not.toBe(anchor?.digest);
  }
});

test('a signal that came makes nothing', async () => {
  await count('coins-a');
  expect(await anchors().make(AbortSignal.abort())).toBeUndefined();
  expect((await readAnchorWalk(world.pool))?.made).toBe(7);
});
