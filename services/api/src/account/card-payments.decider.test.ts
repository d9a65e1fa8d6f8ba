import type { AccountFact } from '@easel/contracts/account/events';
import type { Problem } from '@easel/contracts/kernel/problem';
import { purchaseProblems } from '@easel/contracts/purchases/policy';
import { given } from '@easel/kernel/testing/given';
import { describe, expect, test } from 'vitest';
import { account } from './account.decider.ts';
import { takenBackByCard } from './card-payments.decider.ts';
import { heldCents, sizeRefusal } from './cover.decider.ts';
import {
  allowance,
  bought,
  coverChanged,
  disputed,
  idOf,
  imageTerms,
  memberId,
  november,
  prints,
  refunded,
  toppedUp,
} from './testing/account-facts.ts';
import type { PurchasePrints } from './purchases.decider.ts';
import type { DisputeWallet, RefundWallet } from './wallet.decider.ts';

const card = { paymentId: 'pi_card' };
const byCard = bought({ method: 'card', ...card, tenths: 0, allowanceTenths: 0, cents: 75 });
/** The n-th download of the same payment, of the n-th image. */
const download = (n: number, cents: number): AccountFact =>
  bought({ ...byCard.data, purchaseId: idOf(n), variantId: idOf(n), cents });
/** An order of printed products with their delivery, and of two downloads. */
const order = [prints(2500), download(1, 100), download(2, 300)];

const dispute = (outcome: DisputeWallet['outcome'], cents = 75): DisputeWallet => ({
  type: 'DisputeWallet',
  memberId,
  disputeId: 'dp_1',
  ...card,
  cents,
  outcome,
  reason: 'fraudulent',
  at: november,
});
const refund = (cents: number, change: Partial<RefundWallet> = {}): RefundWallet => ({
  type: 'RefundWallet',
  memberId,
  refundId: 're_1',
  ...card,
  cents,
  failed: false,
  reason: 'requested',
  at: november,
  ...change,
});
const refundOf = (cents: number, purchaseIds?: string[], refundId = 're_1'): AccountFact =>
  refunded(cents, 0, { ...card, refundId, ...(purchaseIds && { purchaseIds }) });
const keptBack = (...facts: AccountFact[]): Problem | undefined =>
  sizeRefusal(given(account, ...facts).state(), idOf(4), '1K');
/** Numbers of the downloads that are taken back. */
const taken = (...facts: AccountFact[]): number[] =>
  [...takenBackByCard(given(account, ...facts).state())].map((id) => Number(id[0])).toSorted((a, b) => a - b);
const held = (...facts: AccountFact[]): number => heldCents(given(account, ...facts).state());

describe('a purchase by card', () => {
  test('follows its own payment alone, whatever else is owed', () => {
    const wallet = bought({ method: 'dollars', purchaseId: idOf(1), variantId: idOf(1), tenths: 0, cents: 600 });
    const owing = [toppedUp(1000), wallet, refunded(1000, 1000)];
    expect(keptBack(byCard, ...owing)).toBeUndefined();
    expect(keptBack(byCard, refunded(75, 0, card))).toEqual(purchaseProblems.paymentGone);
    expect(keptBack(byCard, disputed(0, 'frozen', card))).toEqual(purchaseProblems.paymentGone);
  });

  test('leaves the wallet alone when it is disputed, and is there again when that is won', () => {
    const lost = { ...card, cardCents: 75 };
    given(account, toppedUp(1000), byCard)
      .when(dispute('frozen'))
      .then(disputed(0, 'frozen', lost), coverChanged(1));
    const open = [toppedUp(1000), byCard, disputed(0, 'frozen', lost), coverChanged(1)];
    given(account, ...open)
      .when(dispute('lost'))
      .then(disputed(0, 'lost', lost));
    expect(keptBack(...open, disputed(0, 'lost', lost))).toEqual(purchaseProblems.paymentGone);
    given(account, ...open)
      .when(dispute('released'))
      .then(disputed(0, 'released', lost), coverChanged(2));
    expect(keptBack(...open, disputed(0, 'released', lost), coverChanged(2))).toBeUndefined();
  });

  test('ends a dispute of older events, which said nothing of the card, without a sum', () => {
    given(account, byCard, disputed(0, 'frozen', card), coverChanged(1))
      .when(dispute('released'))
      .then(disputed(0, 'released', card), coverChanged(2));
  });

  test('keeps its files while its payment stands, though the same size is also bought by one that is gone', () => {
    const gone = bought({ ...byCard.data, purchaseId: idOf(6), paymentId: 'pi_gone' });
    const refundedOne = refunded(75, 0, { paymentId: 'pi_gone' });
    expect(keptBack(byCard, gone, refundedOne)).toBeUndefined();
    expect(keptBack(gone, byCard, refundedOne)).toBeUndefined();
    expect(keptBack(gone, refundedOne)).toEqual(purchaseProblems.paymentGone);
  });

  test('whose refund was recorded first is never covered', () => {
    const terms = imageTerms({ method: 'card', ...card });
    given(account, allowance(), refunded(75, 0, card))
      .when({ type: 'PurchaseImage', memberId, ...terms, at: november })
      .then(byCard, coverChanged(1));
  });
});

describe('printed products', () => {
  const purchase: PurchasePrints = {
    type: 'PurchasePrints',
    memberId,
    orderId: idOf(0),
    ...card,
    cents: 2500,
    at: november,
  };

  test('are recorded once for their order and move no balance', () => {
    given(account, toppedUp(1000), allowance()).when(purchase).then(prints(2500));
    given(account, prints(2500)).when(purchase).thenNothing();
    given(account, prints(2500))
      .when({ ...purchase, paymentId: 'pi_other', cents: 1 })
      .thenNothing();
    const { cents, keptCents, allowanceTenths, permanentTenths } = given(
      account,
      toppedUp(1000),
      allowance(),
      prints(2500),
    ).state();
    expect({ cents, keptCents, allowanceTenths, permanentTenths }).toEqual({
      cents: 1000,
      keptCents: 1000,
      allowanceTenths: 500,
      permanentTenths: 0,
    });
  });

  test('are recorded of a member who owes, and of one without an account', () => {
    given(account).when(purchase).then(prints(2500));
    const spent = bought({ tenths: 0, allowanceTenths: 0, method: 'dollars', cents: 1000 });
    given(account, toppedUp(1000), spent, refunded(1000, 1000), coverChanged(1)).when(purchase).then(prints(2500));
  });

  test('do not count as held: of an order only its downloads do, less what went back to the card', () => {
    expect(held(toppedUp(1000), prints(2500))).toBe(1000);
    expect(held(toppedUp(1000), ...order)).toBe(1400);
    expect(held(...order, refundOf(2500))).toBe(400);
    expect(held(...order, refundOf(2501))).toBe(399);
    expect(held(...order, refundOf(2501), failed(refundOf(2501)))).toBe(400);
    expect(held(...order, refundOf(100, [idOf(1)]))).toBe(300);
    expect(held(...order, refundOf(300, [idOf(2)]), refundOf(2550, undefined, 're_2'))).toBe(50);
    expect(held(...order, refundOf(2900))).toBe(0);
    expect(held(...order, disputed(0, 'frozen', card))).toBe(0);
    expect(held(...order, disputed(0, 'frozen', card), disputed(0, 'released', card))).toBe(400);
  });

  test('are never the wallet’s, so that a dispute of them alone freezes nothing', () => {
    given(account, toppedUp(1000), prints(2500))
      .when(dispute('frozen', 2500))
      .then(disputed(0, 'frozen', { ...card, cardCents: 2500 }));
  });
});

/** The failure of a refund. */
function failed(fact: AccountFact): AccountFact {
  if (fact.type !== 'WalletRefunded') throw new Error(`a ${fact.type} does not fail`);
  return { type: 'WalletRefunded', data: { ...fact.data, outcome: 'failed' } };
}

describe('a refund of a part of an order', () => {
  test('takes the downloads that it names, whatever the order in which they were bought', () => {
    expect(taken(...order, refundOf(100, [idOf(1)]))).toEqual([1]);
    expect(taken(...order, refundOf(2600, [idOf(1)]))).toEqual([1]);
    expect(taken(...order, refundOf(400, [idOf(1), idOf(2)]))).toEqual([1, 2]);
    given(account, ...order)
      .when(refund(100, { purchaseIds: [idOf(1)] }))
      .then(refundOf(100, [idOf(1)]), coverChanged(1, idOf(1)));
  });

  test('takes none where it names none and what is left covers them: products and delivery go first', () => {
    given(account, ...order)
      .when(refund(2500, { purchaseIds: [] }))
      .then(refundOf(2500));
    expect(taken(...order, refundOf(2500))).toEqual([]);
  });

  test('takes the newest beyond that, whole, as far as what is left does not cover them', () => {
    expect(taken(...order, refundOf(2501))).toEqual([2]);
    expect(taken(...order, refundOf(2800))).toEqual([2]);
    expect(taken(...order, refundOf(2801))).toEqual([1, 2]);
    expect(taken(...order, refundOf(2900))).toEqual([1, 2]);
  });

  test('counts together with others of the payment, and of no other', () => {
    expect(taken(...order, refundOf(300, [idOf(2)]), refundOf(2500, undefined, 're_2'))).toEqual([2]);
    expect(taken(...order, refundOf(300, [idOf(2)]), refundOf(2501, undefined, 're_2'))).toEqual([1, 2]);
    expect(taken(...order, refunded(2900, 0, { paymentId: 'pi_other', purchaseIds: [idOf(1)] }))).toEqual([]);
  });

  test('gives back what it took where it failed in the end', () => {
    const named = refundOf(300, [idOf(2)]);
    given(account, ...order, named, coverChanged(1, idOf(2)))
      .when(refund(300, { purchaseIds: [idOf(2)], failed: true }))
      .then(failed(named), coverChanged(2, idOf(2)));
    expect(taken(...order, refundOf(2900), failed(refundOf(2900)))).toEqual([]);
    expect(taken(...order, named, refundOf(100, [idOf(1)], 're_2'), failed(named))).toEqual([1]);
  });

  test('is known before the purchases, and takes the same in whatever order they are recorded', () => {
    const [products, first, second] = order as [AccountFact, AccountFact, AccountFact];
    for (const unnamed of [2500, 2501, 2801]) {
      const expected = taken(...order, refundOf(unnamed));
      expect(taken(refundOf(unnamed), ...order)).toEqual(expected);
      expect(taken(first, refundOf(unnamed), second, products)).toEqual(expected);
    }
    expect(taken(refundOf(100, [idOf(1)]), second, first, products)).toEqual([1]);
    given(account, refundOf(2500), first, coverChanged(1, idOf(1)))
      .when({ type: 'PurchasePrints', memberId, orderId: idOf(0), ...card, cents: 2500, at: november })
      .then(products, coverChanged(2, idOf(1)));
  });
});

describe('a dispute of an order', () => {
  test('takes all downloads of its payment while it is open and once it is lost', () => {
    const open = [...order, disputed(0, 'frozen', { ...card, cardCents: 100 })];
    expect(taken(...open)).toEqual([1, 2]);
    expect(taken(...open, disputed(0, 'lost', { ...card, cardCents: 100 }))).toEqual([1, 2]);
    expect(taken(...open, disputed(0, 'released', { ...card, cardCents: 100 }))).toEqual([]);
  });
});
