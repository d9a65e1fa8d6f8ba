import { withTransaction, type Pool, type PoolClient } from '@easel/kernel/database/database';
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

interface Row {
  generation_id: string;
  member_id: string;
  tier: RenderJob['tier'];
  turn: string;
  position: string;
  requested_at: Date;
  aspect_ratio: RenderJob['aspectRatio'];
  resolution: RenderJob['resolution'];
  images: number;
  variant_of: string | null;
  correlation_id: string;
  tries: number;
  done: number;
  started_at: Date | null;
  lease_until: Date | null;
  not_before: Date;
}

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
               SET tries = excluded.tries, done = excluded.done, started_at = excluded.started_at,
                   lease_until = excluded.lease_until, not_before = excluded.not_before`,
        values: [JSON.stringify(changed.map(rowOf))],
      });
    }
  }
}

async function loadJobs(client: PoolClient): Promise<RenderJob[]> {
  const { rows } = await client.query<Row>(
    `SELECT generation_id, member_id, tier, turn, position, requested_at, aspect_ratio, resolution, images, variant_of,
            correlation_id, tries, done, started_at, lease_until, not_before
     FROM vault.render_queue`,
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
  }));
}

const rowOf = (job: RenderJob): Record<keyof Row, unknown> => ({
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
  not_before: instant(job.notBefore),
});

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
