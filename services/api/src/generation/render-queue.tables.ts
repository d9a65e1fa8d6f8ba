import { withTransaction, type Pool, type PoolClient } from '@easel/kernel/database/database';
import { column, type RowOf, table } from '@easel/kernel/database/table';
import { BACKGROUND_POOL } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import { QUEUE_SUBSCRIPTION, RenderQueueStore } from './render-queue-store.ts';
import type { RenderJob } from './render-queue.ts';

/** Every open generation. No words of the prompt: those are only ever opened from the log. */
export const renderQueueTables = [
  `CREATE TABLE vault.render_queue (
     generation_id uuid PRIMARY KEY,
     member_id uuid NOT NULL,
     tier text NOT NULL,
     turn bigint NOT NULL,
     position bigint NOT NULL,
     requested_at timestamptz NOT NULL,
     aspect_ratio text NOT NULL,
     resolution text NOT NULL,
     images int NOT NULL,
     variant_of uuid,
     correlation_id text NOT NULL,
     tries int NOT NULL,
     done int NOT NULL,
     started_at timestamptz,
     lease_until timestamptz,
     not_before timestamptz NOT NULL
   )`,
  // What this table took over from.
  `DELETE FROM vault.timers WHERE process = 'generation.dispatch';`,
];

export const renderProviderTables = [
  // What was open before there were others is made by the built-in renderer.
  `ALTER TABLE vault.render_queue ADD COLUMN provider text NOT NULL DEFAULT 'procedural'`,
  `ALTER TABLE vault.render_queue ALTER COLUMN provider DROP DEFAULT`,
];

export const renderQueue = table(
  'render_queue',
  {
    generation_id: column.uuid,
    member_id: column.uuid,
    tier: column.oneOf<RenderJob['tier']>(),
    turn: column.bigint,
    position: column.digits,
    requested_at: column.timestamptz,
    aspect_ratio: column.oneOf<RenderJob['aspectRatio']>(),
    resolution: column.oneOf<RenderJob['resolution']>(),
    images: column.int,
    variant_of: column.uuid.orNull,
    correlation_id: column.text,
    tries: column.int,
    done: column.int,
    started_at: column.timestamptz.orNull,
    lease_until: column.timestamptz.orNull,
    not_before: column.timestamptz,
    provider: column.text,
  },
  { key: ['generation_id'] },
);

/** `vault.render_queue`. */
@Injectable()
export class StoredRenderQueue extends RenderQueueStore<PoolClient> {
  constructor(@Inject(BACKGROUND_POOL) private readonly pool: Pool) {
    super();
  }

  load(): Promise<{ jobs: RenderJob[]; position: bigint | undefined }> {
    return withTransaction(this.pool, async (client) => {
      // Both were written in one transaction, and are read as of one moment.
      await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const checkpoint = await client.query<{ position: string }>(
        'SELECT position FROM vault.checkpoints WHERE name = $1',
        [QUEUE_SUBSCRIPTION],
      );
      const jobs = await loadJobs(client);
      const position = checkpoint.rows[0] && BigInt(checkpoint.rows[0].position);
      return { jobs, position: position !== undefined && position >= 0n ? position : undefined };
    });
  }

  async save(
    client: PoolClient,
    { changed, ended }: { changed: readonly RenderJob[]; ended: readonly string[] },
  ): Promise<void> {
    // In SQL: a batch is one array, or one text of JSON, however many jobs it holds.
    if (ended.length > 0) {
      await client.query({
        name: 'render-queue-end',
        text: 'DELETE FROM vault.render_queue WHERE generation_id = ANY($1)',
        values: [ended],
      });
    }
    if (changed.length > 0) {
      await client.query({
        name: 'render-queue-save',
        text: `INSERT INTO vault.render_queue AS job
               SELECT * FROM jsonb_populate_recordset(NULL::vault.render_queue, $1)
               ON CONFLICT (generation_id) DO UPDATE
               SET member_id = excluded.member_id, tries = excluded.tries, done = excluded.done, started_at = excluded.started_at,
                   lease_until = excluded.lease_until, not_before = excluded.not_before`,
        values: [JSON.stringify(changed.map(rowOf))],
      });
    }
  }
}

async function loadJobs(client: PoolClient): Promise<RenderJob[]> {
  const { rows } = await client.query<(typeof renderQueue)['selected']>(
    `SELECT ${renderQueue.names.join(', ')} FROM vault.render_queue`,
  );
  return rows.map((row) => ({
    id: row.generation_id,
    memberId: row.member_id,
    tier: row.tier,
    turn: Number(row.turn),
    position: BigInt(row.position),
    requestedAt: row.requested_at.toISOString(),
    aspectRatio: row.aspect_ratio,
    resolution: row.resolution,
    images: row.images,
    variantOf: row.variant_of,
    correlationId: row.correlation_id,
    tries: row.tries,
    done: row.done,
    startedAt: row.started_at?.getTime() ?? null,
    leaseUntil: row.lease_until?.getTime() ?? null,
    notBefore: row.not_before.getTime(),
    provider: row.provider,
  }));
}

const rowOf = (job: RenderJob): RowOf<typeof renderQueue> => ({
  generation_id: job.id,
  member_id: job.memberId,
  tier: job.tier,
  turn: job.turn,
  position: String(job.position),
  requested_at: job.requestedAt,
  aspect_ratio: job.aspectRatio,
  resolution: job.resolution,
  images: job.images,
  variant_of: job.variantOf,
  correlation_id: job.correlationId,
  tries: job.tries,
  done: job.done,
  started_at: instant(job.startedAt),
  lease_until: instant(job.leaseUntil),
  not_before: new Date(job.notBefore).toISOString(),
  provider: job.provider,
});

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
