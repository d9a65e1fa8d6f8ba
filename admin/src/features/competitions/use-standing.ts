import type { Reply } from '@easel/contracts/kernel/client/address';
import { competitionsConsoleHttp } from '@easel/contracts/competitions/console.http';
import { awardsOf, type Award, type Standing } from '@easel/contracts/competitions/policy';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export type EntryRecord = Reply<typeof competitionsConsoleHttp.entries>[number];

/** An entry with proceeds, and its amounts if the winners were announced now. */
export type Awarded = Standing & Award & { memberId: string };

const PAGE = 100;

/** Loads all entries with proceeds, the highest first, with their amounts in cents. */
export const useStanding = (competitionId: string) =>
  useQuery({
    queryKey: ['competitions', 'standing', competitionId],
    queryFn: async ({ signal }) => awardsOf((await selling(competitionId, signal)).map(standingOf)),
  });

async function selling(competition: string, signal: AbortSignal): Promise<EntryRecord[]> {
  const found: EntryRecord[] = [];
  for (;;) {
    const query = {
      filter: JSON.stringify({ competition, status: 'entered' }),
      range: JSON.stringify([found.length, found.length + PAGE - 1]),
    };
    const page = await call(competitionsConsoleHttp.entries, { query }, { signal });
    found.push(...page);
    // Entries are sorted by proceeds: after one without proceeds, no more follow.
    if (page.length < PAGE || page.at(-1)?.proceeds === 0) return found;
  }
}

const standingOf = ({ id, member_id: memberId, submitted_at: submittedAt, proceeds, buyers }: EntryRecord) => ({
  entryId: id,
  memberId,
  submittedAt,
  proceedsCents: Math.round(proceeds * 100),
  buyers,
});
