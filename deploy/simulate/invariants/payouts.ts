import type { AccountFact } from '@easel/contracts/account/events';
import type { Recorded } from '@easel/contracts/kernel/event';
import { sumOf, typed, type Evidence, type Violation } from './evidence.ts';

/** What is held of one payment. */
export interface HeldPayment {
  paymentId: string;
  memberId: string;
  isOfOrder: boolean;
  cents: number;
}

/**
 * A payout at the moment in which it was asked for: what was held of everybody's payments then, as far as anybody here
 * could know.
 */
export interface PayoutMoment {
  payoutId: string;
  memberId: string;
  cents: number;
  held: readonly HeldPayment[];
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

/** What challenges had brought a member: others paid it, and it stays for good. */
const sharedCents = (facts: readonly Recorded<AccountFact>[]): number =>
  sumOf(typed(facts, 'ChallengeShareGranted'), ({ data }) => data.cents);

/** Of an order, what paid for images and did not go back by name: printed products were delivered for the rest. */
function heldForSales(facts: readonly Recorded<AccountFact>[], { paymentId, isOfOrder, cents }: HeldPayment): number {
  if (!isOfOrder) return cents;
  const refunds = typed(facts, 'WalletRefunded').filter(({ data }) => data.paymentId === paymentId);
  const failed = new Set(refunds.flatMap(({ data }) => (data.outcome === 'failed' ? data.refundId : [])));
  const named = new Set(refunds.flatMap(({ data }) => (failed.has(data.refundId) ? [] : (data.purchaseIds ?? []))));
  const images = typed(facts, 'ImagePurchased').filter(
    ({ data }) => data.method === 'card' && data.paymentId === paymentId && !named.has(data.purchaseId),
  );
  return Math.min(
    cents,
    sumOf(images, ({ data }) => data.cents),
  );
}

/** Of a member, at a payout. */
function moneyOf(memberId: string, { payoutId, memberId: payee, held }: PayoutMoment, { account }: Evidence): number {
  const request = typed(account(payee), 'PayoutRequested').find(({ data }) => data.payoutId === payoutId);
  const facts = account(memberId).filter(({ position }) => position < (request?.position ?? 0n));
  const own = held.filter((payment) => payment.memberId === memberId);
  return sumOf(own, (payment) => heldForSales(facts, payment)) + sharedCents(facts);
}

/**
 * At each payout all payouts so far are covered by all money held then, that for printed products apart, and by what
 * challenges brought: of everybody, and of every group that trades with itself alone.
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
  return [[...evidence.members], ...groupsOf(evidence)].flatMap((group) => {
    let paid = 0;
    return moments.flatMap((moment): Violation[] => {
      const { payoutId, memberId, cents } = moment;
      if (!group.includes(memberId) || returned.has(payoutId)) return [];
      paid += cents;
      const money = sumOf(group, (one) => moneyOf(one, moment, evidence));
      if (paid <= money) return [];
      const says = `${paid} cents were paid out to ${group.length} members of whose payments ${money} were held`;
      return [{ rule: 'paid out ≤ held', memberId, says }];
    });
  });
}
