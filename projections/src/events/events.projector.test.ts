import { randomUUID } from 'node:crypto';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import { createPool } from '@easel/kernel/database/database';
import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BatchWriter } from '../kernel/batch-writer.ts';
import { connectTo, establish, NOWHERE } from '../kernel/projection-state.ts';
import { singleConnection } from '../kernel/projector-runner.ts';
import { rebuild } from '../kernel/rebuild.ts';
import { AccountStory } from '../testing/accounts.ts';
import { GenerationStory } from '../testing/generations.ts';
import { givenOf } from '../testing/given.ts';
import { MemoryLog } from '../testing/memory-log.ts';
import { nth, Recorder } from '../testing/recorded.ts';
import { silent } from '../testing/silent.ts';
import { BLOCK_EVENTS } from './blocks.ts';
import { eventsModel } from './events-model.ts';

describe('an event of the log', () => {
  const given = givenOf(eventsModel);

  test('is a row, of whatever type, with whose it is', async () => {
    const recorder = new Recorder();
    const [owner, member] = [randomUUID(), randomUUID()];
    const story = new GenerationStory(recorder, owner);
    const account = new AccountStory(recorder, member);
    const known = [story.requested(), account.allowance()];
    const strange = recorder.record<Fact>('nobody-knows', { type: 'NeverHeardOf', data: 'a\0b' });
    await given(...known, { ...strange, metadata: null as never }).thenRows(
      'event',
      {
        position: String(nth(0)),
        type: 'GenerationRequested',
        stream: `generation-${story.generationId}`,
        revision: 0,
        actor_kind: 'system',
        actor_id: 'test',
        actor_role: null,
        member_id: owner,
        correlation_id: 'c0ffee00',
        causation_id: null,
      },
      { position: String(nth(1)), type: 'CreditsGranted', member_id: member },
      {
        position: String(nth(2)),
        type: 'NeverHeardOf',
        stream: 'nobody-knows',
        actor_kind: null,
        correlation_id: null,
      },
    );
  });

  test('is counted by its type', async () => {
    const recorder = new Recorder();
    const stories = [1, 2, 3].map(() => new GenerationStory(recorder, randomUUID()));
    const facts = stories.flatMap((story) => [story.requested(), story.started()]);
    await given(...facts).thenRows(
      'type_count',
      { type: 'GenerationRequested', category: 'generation', events: '3' },
      { type: 'RenderingStarted', category: 'generation', events: '3' },
    );
  });

  test('is counted by its hour, its type and the kind of who did it', async () => {
    const recorder = new Recorder();
    const story = new GenerationStory(recorder, randomUUID());
    const [requested, started] = [story.requested(), story.started()];
    const strange = recorder.record<Fact>('nobody-knows', { type: 'NeverHeardOf', data: {} });
    const at = (fact: Recorded, instant: string): Recorded => ({ ...fact, recordedAt: new Date(instant) });
    await given(
      at(requested, '2026-11-20T10:59:59.999Z'),
      at(started, '2026-11-20T11:00:00.000Z'),
      at({ ...strange, metadata: null as never }, '2026-11-20T11:59:00.000Z'),
    ).thenRows(
      'hour_count',
      { hour: 498_658, type: 'GenerationRequested', category: 'generation', actor_kind: 'system', events: '1' },
      { hour: 498_659, type: 'NeverHeardOf', category: 'nobody', actor_kind: '', events: '1' },
      { hour: 498_659, type: 'RenderingStarted', category: 'generation', actor_kind: 'system', events: '1' },
    );
  });

  test('is somebody’s by its stream, by its data, or by who wrote it', async () => {
    const recorder = new Recorder();
    const [a, b, c, message] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const fact = (stream: string, data: object): Recorded => recorder.record<Fact>(stream, { type: 'Any', data });
    await given(
      fact(`earnings-${a}`, { memberId: b }),
      fact('activity-2026-11-20', { memberId: b }),
      fact(`message-${message}`, { messageId: message, senderId: c }),
      fact(`message-${message}`, { messageId: message, senderId: message }),
      fact('operators', { memberId: 'not an id' }),
    ).thenRows(
      'event',
      { position: String(nth(0)), member_id: a },
      { position: String(nth(1)), member_id: b },
      { position: String(nth(2)), member_id: c },
      { position: String(nth(3)), member_id: null },
      { position: String(nth(4)), member_id: null },
    );
  });
});

describe('blocks', () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = createPool(database.url, { max: 3, name: 'test' });
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  test('come out the same in batches of any size, and by a rebuild', async () => {
    const recorder = new Recorder();
    const facts: Recorded[] = [];
    while (facts.length < 2 * BLOCK_EVENTS + 100) {
      facts.push(...new GenerationStory(recorder, randomUUID()).whole());
    }
    // One that says very much ends its block early.
    const long = Array.from({ length: 300 }, () =>
      recorder.record<Fact>('long-one', {
        type: 'Long',
        data: { text: Array.from({ length: 90 }, () => randomUUID()).join(' ') },
      }),
    );
    const all = [...facts, ...long];
    const sql = await connectTo(singleConnection(pool, 'test'), eventsModel.schema);
    try {
      const checkpoint = await establish(sql, eventsModel, eventsModel.schema, { fresh: true });
      const writer = new BatchWriter(sql, eventsModel, eventsModel.schema, checkpoint);
      for (let from = 0, size = 1; from < all.length; from += size, size = (size * 7) % 601) {
        const batch = all.slice(from, from + size);
        await writer.apply(batch, batch.at(-1)?.position ?? NOWHERE);
        await writer.apply(batch, batch.at(-1)?.position ?? NOWHERE);
      }
      const { rows } = await sql.query<{ block: number; events: number }>(
        `select block.block, count(*)::int as events from block
         join event on position between first_position and last_position group by block.block order by block.block`,
      );
      expect(rows.slice(0, 2).map(({ events }) => events)).toEqual([BLOCK_EVENTS, BLOCK_EVENTS]);
      expect(rows.length).toBeGreaterThan(3);
      expect(rows.at(-1)?.events).toBeLessThan(BLOCK_EVENTS);
    } finally {
      await sql.end();
    }
    const outcome = await rebuild({
      model: eventsModel,
      pool,
      log: new MemoryLog(all),
      logger: silent,
      signal: new AbortController().signal,
      batchSize: 700,
    });
    expect(outcome).toMatchObject({ kind: 'swapped', facts: all.length, differences: [] });
    const { rows: indexes } = await pool.query<{ name: string }>(
      'select indexname as name from pg_indexes where schemaname = $1',
      [eventsModel.schema],
    );
    expect(indexes.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(eventsModel.indexes)));
  });
});
