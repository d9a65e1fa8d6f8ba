import type { ActivityType } from '@easel/contracts/telemetry/policy';
import { readModel } from '../kernel/projector.ts';
import type { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { Statement } from '../kernel/statement.ts';
import { analytics } from './analytics.projector.ts';

export const analyticsModel = readModel(analytics);
const { schema } = analyticsModel;

const ACTIVITY = new Statement<JsonReply>(
  'own activity',
  `with page as materialized (
     select at, id, event_type, generation_id from ${schema}.activity
     where member_id = $1::uuid and ($2::text is null or event_type = $2)
     order by at desc, id desc offset $3::int limit $4::int
   ),
   counted as materialized (
     select coalesce(sum(total), 0)::int as total, coalesce(bool_or(incomplete), false) as incomplete
     from ${schema}.activity_total where member_id = $1::uuid and ($2::text is null or event_type = $2)
   )
   select json_build_object('success', true, 'total', total, 'analytics', coalesce((
     select json_agg(json_build_object(
       'event_type', event_type,
       'generation_id', generation_id,
       'timestamp', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
     ) order by at desc, id desc) from page
   ), '[]'))::text as json, incomplete
   from counted`,
  // Deep pages are walked to.
  true,
);

/** Answers `analytics/user`: what a member did, of one type or of all, the newest first. Pages count from 1. */
export async function ownActivity(
  reads: Reads,
  memberId: string,
  { page, limit, event_type }: { page: number; limit: number; event_type?: ActivityType | undefined },
): Promise<JsonReply> {
  const [reply] = await ACTIVITY.run(reads, [memberId, event_type ?? null, (page - 1) * limit, limit]);
  if (!reply) throw new Error('a page without a row');
  return reply;
}
