import type { AccountFact } from '@easel/contracts/account/events';
import { typed, type Evidence, type Violation } from './evidence.ts';

/** What each fact counts, by a name that no other fact may bear. */
function counted(fact: AccountFact): string | undefined {
  switch (fact.type) {
    case 'WalletToppedUp':
    case 'PlanPaid':
      return `payment ${fact.data.paymentId}`;
    case 'WalletRefunded':
    case 'PlanRefunded':
      return `refund ${fact.data.refundId} ${fact.data.outcome}`;
    case 'WalletDisputed':
    case 'PlanDisputed':
      return `dispute ${fact.data.disputeId} ${fact.data.outcome}`;
    case 'CreditsGranted':
      return `grant ${fact.data.key}`;
    case 'CreditsHeld':
      return `hold ${fact.data.generationId}`;
    case 'CreditsCaptured':
    case 'CreditsReleased':
      return `end ${fact.data.generationId}`;
    case 'CreditsRevoked':
      return `revocation ${fact.data.key}`;
    case 'DebtRepaid':
      return `debt ${fact.data.key}`;
    case 'EarningsRevoked':
    case 'BadDebtBooked':
    case 'EarningsReturned':
      return `${fact.type} ${fact.data.purchaseId} ${fact.data.turn}`;
    case 'PurchaseCoverChanged':
      return `cover ${fact.data.purchaseId} ${fact.data.turn}`;
    case 'ImagePurchased':
      // Two orders may be paid for the same image: a card that is charged is never refused.
      if (fact.data.method === 'card') return `purchase ${fact.data.purchaseId}`;
      return `purchase ${fact.data.variantId} ${fact.data.size}`;
    case 'PrintsPurchased':
      return `prints ${fact.data.orderId}`;
    case 'DownloadGranted':
      return `download ${fact.data.key}`;
    case 'EarningsSettled':
      return `earnings ${fact.data.day}`;
    case 'ChallengeShareGranted':
      return `challenge ${fact.data.competitionId}`;
    case 'PayoutRequested':
      return `payout ${fact.data.payoutId}`;
    case 'PayoutSettled':
      return `payout end ${fact.data.payoutId}`;
    default:
      return undefined;
  }
}

/** Each payment, refund, dispute, hold, purchase and payout counts once, whoever told of it how often. */
export function countedOnce({ members, account }: Evidence): Violation[] {
  return members.flatMap((memberId) => {
    const seen = new Set<string>();
    return account(memberId).flatMap((fact): Violation[] => {
      const name = counted(fact);
      if (name === undefined) return [];
      if (seen.has(name)) return [{ rule: 'counts once', memberId, says: `${name} counts twice` }];
      seen.add(name);
      return [];
    });
  });
}

/** One call asks for the same images once, however often it is repeated. */
export function askedOnce({ members, account }: Evidence): Violation[] {
  return members.flatMap((memberId) => {
    const seen = new Set<string>();
    return typed(account(memberId), 'CreditsHeld').flatMap(({ data, metadata }): Violation[] => {
      const name = `${metadata.$correlationId} ${data.fingerprint}`;
      if (seen.has(name)) return [{ rule: 'counts once', memberId, says: `the images of ${name} are held for twice` }];
      seen.add(name);
      return [];
    });
  });
}

/**
 * What the card service has told has all arrived; a payment that its order has not taken is on no account. Holds at
 * quiet points.
 */
export function arrived({ members, isQuiet, account, payments, orders }: Evidence): Violation[] {
  if (!isQuiet) return [];
  const takenByOrders = new Set([...orders.values()].flatMap((facts) => typed(facts, 'OrderPaid')).map(paymentOf));
  return members.flatMap((memberId) => {
    const facts = account(memberId);
    const known = new Set(facts.map(counted));
    const wanted = payments
      .filter(
        ({ id, ...payment }) =>
          payment.memberId === memberId && (payment.orderId === undefined || takenByOrders.has(id)),
      )
      .flatMap(({ id, orderId, refunds, disputes }) => [
        ...(orderId === undefined ? [`payment ${id}`] : []),
        ...refunds.map(({ id: refund }) => `refund ${refund} made`),
        ...refunds.flatMap(({ id: refund, failed }) => (failed ? `refund ${refund} failed` : [])),
        ...disputes.map((dispute) => `dispute ${dispute.id} frozen`),
        ...disputes
          .filter(({ state }) => state !== 'open')
          .map((dispute) => `dispute ${dispute.id} ${dispute.state === 'won' ? 'released' : 'lost'}`),
      ]);
    const violations = wanted
      .filter((name) => !known.has(name))
      .map((name): Violation => ({ rule: 'counts once', memberId, says: `${name} never arrived` }));
    const ours = new Set(payments.map(({ id }) => id));
    for (const { data } of [...typed(facts, 'WalletToppedUp'), ...typed(facts, 'PlanPaid')]) {
      if (ours.has(data.paymentId)) continue;
      violations.push({ rule: 'counts once', memberId, says: `payment ${data.paymentId} was never made` });
    }
    return violations;
  });
}

const paymentOf = ({ data: { paymentId } }: { data: { paymentId: string } }): string => paymentId;

/** What the card service tells is taken, if not at once. Holds at quiet points. */
export const taken = ({ untaken }: Evidence): Violation[] =>
  untaken.length === 0
    ? []
    : [{ rule: 'events are taken', memberId: undefined, says: `never taken: ${[...new Set(untaken)].join(', ')}` }];
