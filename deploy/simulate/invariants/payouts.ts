import { sumOf, typed, type Evidence, type Violation } from './evidence.ts';

/**
 * A payout at the moment in which it was asked for: what was held of everybody's payments then, in cents, as far as
 * anybody here could know.
 */
export interface PayoutMoment {
  payoutId: string;
  memberId: string;
  cents: number;
  held: ReadonlyMap<string, number>;
}

/** Members who trade with each other and with nobody else. */
function groupsOf({ members, account }: Evidence): string[][] {
  const group = new Map(members.map((memberId) => [memberId, new Set([memberId])]));
  for (const memberId of members) {
    for (const { data } of typed(account(memberId), 'ImagePurchased')) {
      const [mine, theirs] = [group.get(memberId), group.get(data.sellerId)];
      if (!mine || !theirs || mine === theirs) continue;
      for (const one of theirs) {
        mine.add(one);
        group.set(one, mine);
      }
    }
  }
  return [...new Set(group.values())].map((one) => [...one]);
}

/** What challenges had brought a member before a payout was asked for: others paid it, and it stays whatever goes back. */
const sharedCents = ({ members, account }: Evidence): ((memberId: string, payoutId: string) => number) => {
  const requests = new Map(
    members.flatMap((memberId) =>
      typed(account(memberId), 'PayoutRequested').map(({ data, position }) => [data.payoutId, position] as const),
    ),
  );
  return (memberId, payoutId) =>
    sumOf(
      typed(account(memberId), 'ChallengeShareGranted').filter(
        ({ position }) => position < (requests.get(payoutId) ?? 0n),
      ),
      ({ data }) => data.cents,
    );
};

/**
 * At each payout all payouts so far are covered by all money held then, and by what challenges brought: of everybody,
 * and of every group that trades with itself alone.
 */
export function payouts(evidence: Evidence, moments: readonly PayoutMoment[]): Violation[] {
  if (moments.length === 0) return [];
  const returned = new Set(
    evidence.members.flatMap((memberId) =>
      typed(evidence.account(memberId), 'PayoutSettled').flatMap(({ data }) =>
        data.outcome === 'returned' ? data.payoutId : [],
      ),
    ),
  );
  const shared = sharedCents(evidence);
  return [[...evidence.members], ...groupsOf(evidence)].flatMap((group) => {
    let paid = 0;
    return moments.flatMap(({ payoutId, memberId, cents, held }): Violation[] => {
      if (!group.includes(memberId) || returned.has(payoutId)) return [];
      paid += cents;
      const money = group.reduce((sum, one) => sum + (held.get(one) ?? 0) + shared(one, payoutId), 0);
      if (paid <= money) return [];
      const says = `${paid} cents were paid out to ${group.length} members of whose payments ${money} were held`;
      return [{ rule: 'paid out ≤ held', memberId, says }];
    });
  });
}
