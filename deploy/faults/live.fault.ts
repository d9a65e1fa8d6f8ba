// spec: faults F25
import { randomUUID } from 'node:crypto';
import type { GenerationFact } from '@easel/contracts/generation/events';
import type { LiveJob } from '@easel/contracts/generation/live';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspectable, liveMib } from './harness/live-memory.ts';
import { LiveStream, openUnread, type LiveEvent } from './harness/live-stream.ts';
import { People, type Member } from './harness/people.ts';
import { plantFacts, requestFact } from './harness/planted.ts';
import { startProduct, type Product } from './harness/product.ts';
import { Records } from './harness/records.ts';
import { tell } from './harness/tell.ts';
import { until } from './harness/until.ts';

const MIB = 1024 * 1024;
/** Few enough that what waits unsent is seen between two. */
const BATCH = 10;
const STORED = 240 * BATCH;

let product: Product;
let people: People;

beforeAll(async () => {
  product = await startProduct({ env: inspectable });
  people = new People(product);
});
afterAll(() => product?.remove());

const gauge = async (name: string): Promise<number> => {
  const text = await product.metrics();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
};
const openStreams = (): Promise<number> => gauge('easel_live_streams');

const jobsIn = (events: readonly LiveEvent[]): (LiveJob & { eventId: string })[] =>
  events.flatMap(({ name, id, data }) => (name === 'job' ? [{ ...(data as LiveJob), eventId: id ?? '' }] : []));

async function accepted(member: Member): Promise<string> {
  const outcome = await people.order(member, { async: true });
  if (outcome.kind !== 'accepted') throw new Error(`it ended ${outcome.kind}`);
  return outcome.generationId;
}

/** A fact that says an image was stored: on the stream it is as large as the prompt. */
const stored = (ids: { generationId: string; memberId: string }, index: number): GenerationFact => {
  const file = { blob: 'ab'.repeat(32), bytes: 1, width: 1, height: 1 };
  return {
    type: 'VariantCreated',
    data: {
      ...ids,
      variantId: randomUUID(),
      index,
      attempt: 1,
      format: 'png',
      original: file,
      preview: file,
      thumbnail: file,
      thumbhash: 'AA==',
      seed: 7,
      provider: 'procedural',
    },
  };
};

test('25: a client that never reads is dropped at the cap; the others get everything, and memory stays', async () => {
  const [member, other] = [await people.register(), await people.register()];
  const prompt = '画'.repeat(4_000); // 12 kB in each event
  const well = await LiveStream.open(product, member);
  const elsewhere = await LiveStream.open(product, other);

  /** Tells `well` so many events, and looks at the product after each batch. */
  const load = (look: (events: number) => Promise<void>): Promise<void> =>
    Records.of(product, async (records) => {
      const request = requestFact({ memberId: member.id, prompt, count: 8 });
      const ids = { generationId: request.data.generationId, memberId: member.id };
      const told = (): number => jobsIn(well.events).filter(({ id }) => id === ids.generationId).length;
      const leaseUntil = new Date(Date.now() + 600_000).toISOString();
      await plantFacts(records, 'none', [
        request,
        { type: 'RenderingStarted', data: { ...ids, attempt: 1, worker: 'planted', leaseUntil } },
      ]);
      for (let facts = 2; facts < 2 + STORED; facts += BATCH) {
        const [first, ...rest] = Array.from({ length: BATCH }, (_, index) => stored(ids, index));
        if (first) await plantFacts(records, facts - 1, [first, ...rest]);
        await well.until(() => told() === facts + BATCH);
        await look(facts + BATCH);
      }
      await plantFacts(records, 1 + STORED, [{ type: 'GenerationCancelled', data: ids }]);
      await well.until((events) => jobsIn(events).at(-1)?.status === 'cancelled');
      expect(told()).toBe(STORED + 3);
    });

  const kept: Record<'before' | 'after', number> = { before: 0, after: 0 };
  let [mostUnsent, droppedAfter] = [0, NaN];
  await load(async () => {}); // a process that is new to the work grows by itself
  kept.before = await liveMib(product);
  await openUnread(product, member);
  await until(async () => (await openStreams()) === 3);
  await load(async (events) => {
    mostUnsent = Math.max(mostUnsent, await gauge('easel_live_unsent_bytes'));
    if (Number.isNaN(droppedAfter) && (await openStreams()) === 2) droppedAfter = events;
  });
  kept.after = await liveMib(product);
  const eventBytes = Buffer.byteLength(prompt);
  const sentMib = (STORED * eventBytes) / MIB;
  tell('25: a client that never reads', {
    sentMib: Math.round(sentMib),
    droppedAfterMib: Math.round((droppedAfter * eventBytes) / MIB),
    mostUnsentKib: Math.round(mostUnsent / 1024),
    keptMib: { before: Math.round(kept.before), after: Math.round(kept.after) },
  });
  expect(await openStreams()).toBe(2);
  expect(droppedAfter).not.toBeNaN();
  expect(mostUnsent).toBeLessThan(512 * 1024);
  expect(kept.after - kept.before).toBeLessThan(sentMib / 2);

  const id = await accepted(other);
  await elsewhere.until((events) => jobsIn(events).some((job) => job.id === id && job.status === 'completed'));
  expect(jobsIn(elsewhere.events).every((job) => job.id === id)).toBe(true);
  for (const stream of [well, elsewhere]) stream.cut();
}, 240_000);

test('a page that loses its connection again and again amid thirty generations misses nothing', async () => {
  const member = await people.register();
  await people.grant(member, 150);
  const told = new Map<string, LiveJob>();
  let lastEventId: string | undefined;
  let [connections, replays] = [0, 0];
  const done = new AbortController();
  const reading = (async () => {
    while (!done.signal.aborted) {
      const stream = await LiveStream.open(product, member, lastEventId);
      connections++;
      const wanted = connections === 1 ? 1 : 1 + Math.floor(Math.random() * 6);
      let taken = 0;
      const enough = (events: readonly LiveEvent[]): boolean => {
        for (const { eventId, ...job } of jobsIn(events.slice(taken))) {
          if (told.has(eventId)) replays++;
          told.set(eventId, job);
        }
        taken = events.length;
        return taken >= wanted || done.signal.aborted;
      };
      await stream.until(enough).catch(() => undefined);
      stream.cut();
      enough(stream.events); // what came in the meantime
      lastEventId = stream.lastEventId ?? lastEventId;
    }
  })();
  await until(() => connections > 0 && lastEventId !== undefined);
  const ids = new Set<string>();
  for (let n = 0; n < 30; n++) ids.add(await accepted(member));
  const endedIds = () => new Set([...told.values()].flatMap(({ id, status }) => (status === 'completed' ? [id] : [])));
  await until(() => endedIds().size === ids.size, {
    deadlineMs: 150_000,
    why: () => `${endedIds().size} of ${ids.size} were told to end`,
  });
  done.abort();
  const last = await accepted(member); // lets the reader go
  await people.ended(member, last);
  await reading;

  const visible = new Set([
    'GenerationRequested',
    'RenderingStarted',
    'RenderingHandedBack',
    'VariantCreated',
    'GenerationCompleted',
  ]);
  const recorded = await Records.of(product, async (records) => {
    const positions: string[] = [];
    for await (const { stream, type, position } of records.events()) {
      if (visible.has(type) && ids.has(stream.slice('generation-'.length))) positions.push(String(position));
    }
    return positions;
  });
  tell('reconnecting', { connections, facts: recorded.length, replays });
  expect(recorded.filter((position) => !told.has(position))).toEqual([]);
  expect(connections).toBeGreaterThan(15);
  expect(replays).toBe(0);
}, 240_000);

test('SIGTERM ends the streams as it should and is not held up by them; the next start tells what is open', async () => {
  const member = await people.register();
  await people.grant(member, 100);
  const stream = await LiveStream.open(product, member);
  await openUnread(product, member);
  const ids = [await accepted(member), await accepted(member), await accepted(member)];
  await stream.until((events) => jobsIn(events).length >= 3);
  const { code, ms } = await product.stop();
  await stream.ended();
  tell('SIGTERM with open streams', { code, ms: Math.round(ms) });
  expect([code, stream.complete]).toEqual([0, true]);
  expect(ms).toBeLessThan(12_000);

  await product.start();
  const next = await LiveStream.open(product, member, stream.lastEventId);
  await next.until((events) => {
    const open = events.flatMap(({ name, data }) => (name === 'jobs' ? (data as { jobs: LiveJob[] }).jobs : []));
    const ended = [...jobsIn(stream.events), ...jobsIn(events)].filter(({ status }) => status === 'completed');
    return ids.every((id) => [...open, ...ended].some((job) => job.id === id));
  });
  for (const id of ids) expect((await people.ended(member, id)).status).toBe('completed');
  next.cut();
});
