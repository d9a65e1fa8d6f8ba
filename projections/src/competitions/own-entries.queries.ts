import type { Reads } from '../kernel/reads.ts';
import { Statement } from '../kernel/statement.ts';
import { competitionsModel } from './competitions.queries.ts';

const { schema } = competitionsModel;

export interface Disqualified {
  id: string;
  submitted_at: Date;
  reason: string;
}

const DISQUALIFIED = new Statement<Disqualified>(
  'disqualified entries of a member',
  `select id, submitted_at, reason from ${schema}.entry
   where competition_id = $1::uuid and member_id = $2::uuid and status = 'disqualified' order by submitted_at, id`,
);

/** Finds the entries of a member in a challenge that an admin disqualified. */
export const disqualifiedOf = (reads: Reads, id: string, memberId: string): Promise<Disqualified[]> =>
  DISQUALIFIED.run(reads, [id, memberId]);
