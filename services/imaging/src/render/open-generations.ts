import { MAX_ATTEMPTS, rendersAtOnce } from '@easel/contracts/generation/policy';
import type { Pool } from '@easel/kernel/database/database';

/** A generation that waits for a worker: the smallest turn is next. */
export interface OpenGeneration {
  readonly generationId: string;
  readonly correlationId: string;
  readonly turn: number;
  readonly provider: string;
}

/** Of each provider: those of one that makes nothing at the moment leave the others' room. */
const MOST = 64;
/** The command side's table is not there before its first start. */
const NO_SUCH_TABLE = '42P01';

/**
 * Reads from the command side's table which open generations may be claimed, as the dispatcher's hints would say: the
 * earliest rounds first, of each member no more than the tier renders at once. The log decides whose a claim is; what
 * has ended since is refused there.
 */
export async function openGenerations(pool: Pool): Promise<readonly OpenGeneration[]> {
  try {
    const { rows } = await pool.query<OpenGeneration>({
      name: 'open-generations',
      // A pause after an error lasts a second; what lies further ahead is a clock that was wrong.
      text: `SELECT generation_id AS "generationId", correlation_id AS "correlationId", turn::float8 AS turn, provider
             FROM (
               SELECT *, row_number() OVER (PARTITION BY provider ORDER BY turn, position) AS place
               FROM (
                 SELECT *, coalesce(lease_until > now(), false) AS claimed, row_number() OVER (
                   PARTITION BY member_id ORDER BY coalesce(lease_until > now(), false) DESC, turn, position
                 ) AS own_place
                 FROM vault.render_queue
               ) AS job
               WHERE NOT claimed AND own_place <= ($1::jsonb ->> tier)::int AND tries < $2
                 AND not_before NOT BETWEEN now() AND now() + interval '1 s'
             ) AS open
             WHERE place <= $3
             ORDER BY turn, position`,
      values: [JSON.stringify(rendersAtOnce), MAX_ATTEMPTS, MOST],
    });
    return rows;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === NO_SUCH_TABLE) return [];
    throw error;
  }
}
