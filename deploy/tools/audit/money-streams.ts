import { chainedCategories } from '@easel/contracts/streams';
import type { EventLog } from '@easel/kernel/log/event-log';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';

/** How many of the streams met last are remembered, so that their later facts need no look. */
const REMEMBERED = 100_000;
const PAGE = 500;

/** Every money stream: first those that an anchor knows, in order, then those that only the log does. */
export async function* moneyStreams(
  { log, pool }: { log: EventLog; pool: Pool },
  { head, signal }: { head: bigint; signal: AbortSignal },
): AsyncGenerator<string, void, void> {
  yield* anchoredStreams(pool);
  let met: string[] = [];
  for await (const stream of streamsInLog(log, head, signal)) {
    if (met.push(stream) < PAGE) continue;
    yield* await notAnchored(pool, met);
    met = [];
  }
  yield* await notAnchored(pool, met);
}

async function* anchoredStreams(pool: Pool): AsyncGenerator<string, void, void> {
  for (let after = ''; ;) {
    const { rows } = await pool.query<{ stream: string }>(
      `SELECT DISTINCT stream FROM vault.anchor_heads WHERE stream > $1 ORDER BY stream LIMIT $2`,
      [after, PAGE],
    );
    for (const { stream } of rows) yield stream;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.stream;
  }
}

async function notAnchored(pool: Pool, streams: readonly string[]): Promise<string[]> {
  if (streams.length === 0) return [];
  const { rows } = await pool.query<{ stream: string }>(
    `SELECT met.stream FROM unnest($1::text[]) AS met (stream)
     WHERE NOT EXISTS (SELECT FROM vault.anchor_heads AS head WHERE head.stream = met.stream)`,
    [streams],
  );
  return rows.map(({ stream }) => stream);
}

/**
 * Each stream once, where its first fact stands, up to the head. One whose first fact is gone is met at a later one.
 */
async function* streamsInLog(log: EventLog, head: bigint, signal: AbortSignal): AsyncGenerator<string, void, void> {
  const remembered = new LRUCache<string, true>({ max: REMEMBERED });
  for await (const item of log.subscribe({ categories: chainedCategories, after: 'start', signal })) {
    if (item.kind === 'caught-up') return;
    if ((item.kind === 'fact' ? item.fact.position : item.position) > head) return;
    if (item.kind !== 'fact') continue;
    const { stream, revision } = item.fact;
    if (remembered.get(stream)) continue;
    remembered.set(stream, true);
    if (revision === 0 || (await firstRevision(log, stream)) !== 0) yield stream;
  }
}

export const firstRevision = async (log: EventLog, stream: string): Promise<number | undefined> =>
  (await log.firstStored(stream))?.revision;
