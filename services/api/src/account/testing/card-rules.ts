import assert from 'node:assert/strict';
import type { AccountFact } from '@easel/contracts/account/events';
import type { Account } from '../account.decider.ts';

type Bought = Extract<AccountFact, { type: 'ImagePurchased' }>['data'];

/**
 * Checks which purchases by card are covered, from the events alone; an account's cover is what it should be after each
 * command. Returns how many are taken back.
 */
export function checkCards(facts: readonly AccountFact[], { purchases }: Account): number {
  const downloads = facts.flatMap(({ type, data }) =>
    type === 'ImagePurchased' && data.method === 'card' ? [data] : [],
  );
  const isTaken = ({ purchaseId }: Bought): boolean => (purchases[purchaseId]?.turn ?? 0) % 2 === 1;
  for (const paymentId of new Set(downloads.map((bought) => bought.paymentId))) {
    const own = downloads.filter((bought) => bought.paymentId === paymentId);
    const { leftCents, isDisputed, named } = paymentOf(facts, paymentId ?? '');
    if (isDisputed) {
      assert.ok(own.every(isTaken));
      continue;
    }
    const unnamed = own.filter(({ purchaseId }) => !named.has(purchaseId));
    assert.ok(own.every((bought) => unnamed.includes(bought) || isTaken(bought)));
    // The newest go first, and no more of them than have to.
    const kept = unnamed.filter((bought) => !isTaken(bought));
    assert.deepEqual(kept, unnamed.slice(0, kept.length));
    const next = unnamed.slice(0, kept.length + 1);
    assert.ok(kept.length === 0 || sumOf(kept) <= leftCents);
    assert.ok(next.length === kept.length || sumOf(next) > leftCents);
  }
  return downloads.filter(isTaken).length;
}

const sumOf = (all: readonly { cents: number }[]): number => all.reduce((sum, { cents }) => sum + cents, 0);

/** What a card paid, less what went back of it; the named purchases are those of refunds that did not fail. */
function paymentOf(facts: readonly AccountFact[], paymentId: string) {
  let leftCents = 0;
  const disputes = new Set<string>();
  const refunds = new Map<string, readonly string[]>();
  for (const { type, data } of facts) {
    if (!('paymentId' in data) || data.paymentId !== paymentId) continue;
    if (type === 'ImagePurchased' || type === 'PrintsPurchased') leftCents += data.cents;
    if (type === 'WalletRefunded') {
      leftCents += data.outcome === 'made' ? -data.cents : data.cents;
      if (data.outcome === 'made') refunds.set(data.refundId, data.purchaseIds ?? []);
      else refunds.delete(data.refundId);
    }
    if (type === 'WalletDisputed' && data.cardCents !== undefined) {
      if (data.outcome === 'frozen') disputes.add(data.disputeId);
      if (data.outcome === 'released') disputes.delete(data.disputeId);
    }
  }
  return { leftCents, isDisputed: disputes.size > 0, named: new Set([...refunds.values()].flat()) };
}
