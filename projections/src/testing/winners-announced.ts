import { randomUUID } from 'node:crypto';
import type { CompetitionFactData } from '@easel/contracts/competitions/events';
import type { ChallengeKind } from '@easel/contracts/competitions/kinds';
import { awardsOf } from '@easel/contracts/competitions/policy';

/** An entry that sold something. */
export interface SellingEntry {
  memberId?: string;
  proceedsCents: number;
  buyers: number;
}

/** The announcement of a challenge in which entries sold so much, by the rules that divide it. */
export function winnersAnnounced(
  { kind, month }: { kind: ChallengeKind; month: string },
  sold: readonly SellingEntry[],
): CompetitionFactData<'WinnersAnnounced'> {
  const { totalCents, houseCents, entries } = awardsOf(
    sold.map(({ memberId = randomUUID(), proceedsCents, buyers }) => {
      const ids = { entryId: randomUUID(), memberId, generationId: randomUUID(), variantId: randomUUID() };
      return { ...ids, submittedAt: `${month}-02T00:00:00.000Z`, proceedsCents, buyers };
    }),
  );
  return {
    competitionId: randomUUID(),
    kind,
    month,
    totalCents,
    houseCents,
    entries: entries.map(({ submittedAt: _at, ...entry }) => entry),
    proposedBy: randomUUID(),
    confirmedBy: randomUUID(),
    announcedAt: '2026-12-15T10:00:00.000Z',
  };
}
