import { randomUUID } from 'node:crypto';
import type { AccountFact } from '@easel/contracts/account/events';
import type { CompetitionFact, CompetitionFactData } from '@easel/contracts/competitions/events';
import { awardsOf } from '@easel/contracts/competitions/policy';
import type { OrderedItem, OrderFact } from '@easel/contracts/orders/events';
import { orderWithProducts, paidFor, placed } from './order-story.ts';

const MONTH = '2026-11';
const at = '2026-11-02T10:00:00.000Z';

/** An entry of one member in a challenge, and those who order its products. */
export function challengeOfOne() {
  const competitionId = randomUUID();
  const ids = {
    competitionId,
    entryId: randomUUID(),
    memberId: randomUUID(),
    generationId: randomUUID(),
    variantId: randomUUID(),
  };
  return { ids, stream: `competition-${competitionId}`, admins: [randomUUID(), randomUUID()] as const };
}
export type ChallengeOfOne = ReturnType<typeof challengeOfOne>;

export function entered({ ids }: ChallengeOfOne): CompetitionFact[] {
  const { competitionId } = ids;
  const challenge = { competitionId, kind: 'poster', month: MONTH, theme: 'Rain', description: 'Wet' } as const;
  const [opensAt, closesAt] = ['2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'];
  const picture = { widthPx: 4096, heightPx: 4096, thumbhash: 'x', wasPublic: false };
  return [
    { type: 'CompetitionPrepared', data: { ...challenge, preparedAt: opensAt } },
    { type: 'CompetitionOpened', data: { ...challenge, opensAt, closesAt, openedAt: opensAt } },
    { type: 'EntrySubmitted', data: { ...ids, kind: 'poster', closesAt, ...picture, submittedAt: at } },
  ];
}

export const withdrawn = ({ ids }: ChallengeOfOne): CompetitionFact => ({
  type: 'EntryWithdrawn',
  data: { ...ids, wasPublic: false, reason: 'by-member', withdrawnAt: at },
});

export const closed = ({ ids }: ChallengeOfOne): CompetitionFact => ({
  type: 'CompetitionClosed',
  data: { competitionId: ids.competitionId, kind: 'poster', month: MONTH, tally: [], closedAt: at },
});

export const proposed = (
  { ids, admins }: ChallengeOfOne,
  proposedAt = '2026-12-15T10:00:00.000Z',
): CompetitionFact => ({
  type: 'AnnouncementProposed',
  data: { competitionId: ids.competitionId, operatorId: admins[0], proposalId: randomUUID(), proposedAt },
});

type Announcement = CompetitionFactData<'WinnersAnnounced'>;

/** By the rules, of so much that the entry sold; `change` is what is told beside them. */
export function announced(
  { ids, admins }: ChallengeOfOne,
  { proceedsCents, buyers }: { proceedsCents: number; buyers: number },
  change: Partial<Announcement> = {},
): CompetitionFact & { data: Announcement } {
  const { competitionId, ...entry } = ids;
  const { totalCents, houseCents, entries } = awardsOf([{ ...entry, submittedAt: at, proceedsCents, buyers }]);
  return {
    type: 'WinnersAnnounced',
    data: {
      competitionId,
      kind: 'poster',
      month: MONTH,
      totalCents,
      houseCents,
      entries: entries.map(({ submittedAt: _at, ...award }) => award),
      proposedBy: admins[0],
      confirmedBy: admins[1],
      announcedAt: '2026-12-15T11:00:00.000Z',
      ...change,
    },
  };
}

/** What the account of the member was given for it. */
export function granted({ data }: { data: Announcement }): AccountFact[] {
  const { competitionId, kind, month } = data;
  return data.entries.flatMap(({ entryId, generationId, memberId, shareCents, prizeCents, prizeTenths }) => {
    const cents = shareCents + prizeCents;
    const entries = [{ entryId, generationId, cents }];
    const share = { memberId, competitionId, kind, month, day: '2026-12-15', cents, shareCents, prizeCents, entries };
    const key = `prize ${competitionId} ${entryId}`;
    const prize = { memberId, bucket: 'permanent', tenths: prizeTenths, reason: 'prize', key } as const;
    return [
      { type: 'ChallengeShareGranted', data: share } as const,
      ...(prizeTenths > 0
        ? [{ type: 'CreditsGranted', data: { ...prize, month: null, paymentId: null, note: null } } as const]
        : []),
    ];
  });
}

/** A paid order of two products that bear the entry, for $48 and their delivery. */
export function orderOfEntry(
  { ids }: ChallengeOfOne,
  buyerId: string,
): { stream: string; paymentId: string; facts: OrderFact[] } {
  const order = orderWithProducts();
  const of = { ...order, ids: { ...order.ids, memberId: buyerId } };
  const whole = placed(of);
  if (whole.type !== 'OrderPlaced') throw new Error('no order');
  const { generationId, variantId } = ids;
  const items = whole.data.items.map((item): OrderedItem =>
    item.kind === 'product' ? { ...item, generationId, variantId } : item,
  );
  return {
    stream: order.stream,
    paymentId: order.paymentId,
    facts: [{ ...whole, data: { ...whole.data, items } }, paidFor(of)],
  };
}
