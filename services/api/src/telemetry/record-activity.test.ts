import { randomUUID } from 'node:crypto';
import type { Recorded } from '@easel/contracts/kernel/event';
import { telemetryFacts, type ActivityFact } from '@easel/contracts/telemetry/events';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { OutcomeUnknown } from '@easel/kernel/log/event-log.errors';
import { EventLog } from '@easel/kernel/log/event-log';
import { createLogger } from '@easel/kernel/server/logger';
import { startTestEventStore } from '@easel/kernel/testing/event-store';
import { openKillableTestLog } from '@easel/kernel/testing/open-log';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { RecordActivity, RecordActivityHandler } from './record-activity.ts';

let opened: Awaited<ReturnType<typeof openKillableTestLog>>;
let log: EventLog;
beforeAll(async () => {
  opened = await openKillableTestLog(telemetryFacts);
  log = opened.log;
});
afterAll(() => opened.close());

const logger = createLogger({ name: 'test', level: 'silent' });
const memberId = randomUUID();
const issued = (): CommandContext => ({
  key: randomUUID(),
  actor: { kind: 'member', id: memberId },
  correlationId: 'c',
});
const record = (ids: readonly string[], context: CommandContext): Promise<void> =>
  new RecordActivityHandler(log, logger).execute(new RecordActivity(memberId, 'image_download', ids, context));

/** Of these generations, in the order of the log. */
async function recorded(ids: readonly string[]): Promise<Recorded<ActivityFact>[]> {
  const found: Recorded<ActivityFact>[] = [];
  const { signal } = new AbortController();
  for await (const item of log.subscribe({ categories: ['activity'], after: 'start', signal })) {
    if (item.kind === 'caught-up') break;
    if (item.kind === 'fact') found.push(item.fact as Recorded<ActivityFact>);
  }
  return found.filter(({ data }) => ids.includes(data.generationId));
}

test('what a member did stands in a stream of the command’s own', async () => {
  const id = randomUUID();
  await record([id], issued());
  await record([id], issued());
  const facts = await recorded([id]);
  expect(facts).toMatchObject(Array(2).fill({ revision: 0, data: { memberId, eventType: 'image_download' } }));
  expect(new Set(facts.map(({ stream }) => stream)).size).toBe(2);
  for (const { stream } of facts) expect(stream).toMatch(/^activity-[0-9a-f-]{36}$/);
});

test('more than one append holds goes on in the same stream, where a repeat goes on too', async () => {
  const ids = Array.from({ length: 450 }, () => randomUUID());
  const context = issued();
  const stored = log.append.bind(log);
  const append = vi.spyOn(log, 'append').mockImplementationOnce(stored);
  append.mockRejectedValueOnce(new OutcomeUnknown('activity', new Error('cut')));
  await record(ids, context);
  append.mockRestore();
  expect(await recorded(ids)).toHaveLength(200);
  await record(ids, context);
  const facts = await recorded(ids);
  expect(facts.map(({ data }) => data.generationId)).toEqual(ids);
  expect(new Set(facts.map(({ stream }) => stream)).size).toBe(1);
  expect(facts.map(({ revision }) => revision)).toEqual([...ids.keys()]);
});

test('a repeat counts once, also where the store was started anew and has forgotten its ids', async () => {
  const ids = [randomUUID(), randomUUID()];
  const context = issued();
  await record(ids, context);
  opened.store.kill();
  const store = await startTestEventStore(opened.database.url);
  log = new EventLog(store.connectionString, telemetryFacts, opened.sealer);
  onTestFinished(async () => {
    await log.close();
    await store.stop();
  });
  await record(ids, context);
  expect(await recorded(ids)).toHaveLength(2);
});
