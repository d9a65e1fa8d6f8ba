import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { AccountStory } from '../testing/accounts.ts';
import { givenFor } from '../testing/given.ts';
import { Recorder } from '../testing/recorded.ts';
import { ledger } from './ledger.projector.ts';

const given = givenFor(ledger);
const none = { held_tenths: 0, cents: 0, frozen_cents: 0, booked_at: expect.any(Date), incomplete: false };

test('an entry says what moved, what was there afterwards, who did it and why', async () => {
  const one = new AccountStory(new Recorder());
  const generationId = randomUUID();
  const purchaseId = randomUUID();
  const operator = randomUUID();
  const facts = [
    one.allowance(500),
    one.adjusted(30, 'For the trouble', {
      metadata: {
        $correlationId: 'c1',
        $causationId: 'c2',
        actor: { kind: 'operator', id: operator, role: 'admin' },
      },
    }),
    one.held(generationId, 500, 20),
    one.fact('CreditsReleased', {
      generationId,
      tenths: 520,
      allowanceTenths: 500,
      permanentTenths: 20,
      reason: 'failed',
    }),
    one.fact('CreditsExpired', { tenths: 500, month: '2026-11' }),
    one.toppedUp(2500, 'pi_7'),
    one.bought({ purchaseId, method: 'dollars', tenths: 0, allowanceTenths: 0, cents: 75 }),
    one.bought({ method: 'card', paymentId: 'pi_8', tenths: 0, allowanceTenths: 0, cents: 199 }),
    one.fact('WalletDisputed', {
      disputeId: 'dp_1',
      paymentId: 'pi_7',
      cents: 2500,
      outcome: 'frozen',
      reason: 'fraud',
    }),
    one.fact('EarningsSettled', { day: '2026-11-20', tenths: 40, cents: 75, sales: 2 }),
    one.fact('SubscriptionChanged', {
      key: 'cs_1',
      tier: 'studio',
      status: 'active',
      period: 'monthly',
      endDate: null,
      next: null,
      reason: 'purchase',
      source: 'sub_1',
      effectiveAt: '2026-11-20T10:00:00.000Z',
    }),
  ];
  const row = (
    index: number,
    reason: string,
    unit: string,
    moved: readonly number[],
    after: readonly number[],
    more: object = {},
  ) => ({
    member_id: one.memberId,
    event_id: facts[index]?.id,
    revision: index,
    position: String(facts[index]?.position),
    at: facts[index]?.recordedAt,
    reason,
    unit,
    tenths: String(moved[0]),
    held_tenths: String(moved[1]),
    cents: String(moved[2]),
    frozen_cents: String(moved[3]),
    balance_tenths: String(after[0]),
    balance_held_tenths: String(after[1]),
    balance_cents: String(after[2]),
    balance_frozen_cents: String(after[3]),
    ...more,
  });
  await given(...facts).thenRows(
    'entry',
    row(0, 'allowance', 'credits', [500, 0, 0, 0], [500, 0, 0, 0]),
    row(1, 'adjustment', 'credits', [30, 0, 0, 0], [530, 0, 0, 0], {
      note: 'For the trouble',
      actor_kind: 'operator',
      actor_id: operator,
      correlation_id: 'c1',
      causation_id: 'c2',
    }),
    row(2, 'generation-hold', 'credits', [-520, 520, 0, 0], [10, 520, 0, 0], { generation_id: generationId }),
    row(3, 'generation-release', 'credits', [520, -520, 0, 0], [530, 0, 0, 0], { generation_id: generationId }),
    row(4, 'expiry', 'credits', [-500, 0, 0, 0], [30, 0, 0, 0], { causation_id: null }),
    row(5, 'top-up', 'dollars', [0, 0, 2500, 0], [30, 0, 2500, 0], { payment_id: 'pi_7' }),
    row(6, 'purchase', 'dollars', [0, 0, -75, 0], [30, 0, 2425, 0], { purchase_id: purchaseId }),
    row(7, 'purchase', 'none', [0, 0, 0, 0], [30, 0, 2425, 0], { payment_id: 'pi_8', card_cents: '199' }),
    row(8, 'dispute', 'dollars', [0, 0, -2500, 2500], [30, 0, -75, 2500], { note: 'fraud' }),
    row(9, 'earning', 'both', [40, 0, 75, 0], [70, 0, 0, 2500]),
  );
  await given(...facts).thenRows('balance', {
    member_id: one.memberId,
    tenths: '70',
    held_tenths: '0',
    cents: '0',
    frozen_cents: '2500',
  });
});

test('books what a challenge brought as dollars, with its name and month', async () => {
  const one = new AccountStory(new Recorder());
  await given(one.challengeShare(300, 700), one.toppedUp(500)).thenRows(
    'entry',
    {
      reason: 'challenge-share',
      unit: 'dollars',
      cents: '1000',
      balance_cents: '1000',
      note: 'Poster Design Challenge, October 2026',
    },
    { reason: 'top-up', cents: '500', balance_cents: '1500' },
  );
});

test('earnings that were taken back are booked as such, what had been paid out by the name of bad debt', async () => {
  const one = new AccountStory(new Recorder());
  const sale = { purchaseId: randomUUID(), turn: 1 };
  const facts = [
    one.fact('EarningsSettled', { day: '2026-11-20', tenths: 150, cents: 80, sales: 2 }),
    one.fact('PayoutRequested', {
      payoutId: randomUUID(),
      tenths: 150,
      cents: 0,
      payoutCents: 75,
      iban: '',
      accountHolder: '',
    }),
    one.fact('EarningsRevoked', { ...sale, tenths: 0, cents: 30 }),
    one.fact('BadDebtBooked', { ...sale, tenths: 100, cents: 0 }),
    one.fact('EarningsReturned', { ...sale, turn: 2, tenths: 100, cents: 30 }),
    one.fact('PurchaseCoverChanged', { ...sale, sellerId: randomUUID(), covered: false }),
  ];
  const sums = (reason: string, moved: [number, number], after: [number, number]) => ({
    reason,
    tenths: String(moved[0]),
    cents: String(moved[1]),
    balance_tenths: String(after[0]),
    balance_cents: String(after[1]),
  });
  const about = { purchase_id: sale.purchaseId };
  await given(...facts).thenRows(
    'entry',
    sums('earning', [150, 80], [150, 80]),
    sums('payout', [-150, 0], [0, 80]),
    { ...sums('earning-reversal', [0, -30], [0, 50]), ...about },
    { ...sums('bad-debt', [-100, 0], [-100, 50]), ...about },
    { ...sums('earning-return', [100, 30], [0, 80]), ...about },
  );
});

test('many accounts in one batch run on, each by itself, whatever is delivered twice', async () => {
  const recorder = new Recorder();
  const many = Array.from({ length: 7 }, () => new AccountStory(recorder));
  const facts = [
    ...many.map((one) => one.allowance(500)),
    ...many.flatMap((one, index) => [one.adjusted(index + 1, null), one.toppedUp(100 * (index + 1))]),
    ...many.map((one) => one.adjusted(10, null)),
  ];
  await given(...facts).thenRows(
    'balance',
    ...many.map((one, index) => ({
      ...none,
      member_id: one.memberId,
      tenths: String(511 + index),
      held_tenths: '0',
      cents: String(100 * (index + 1)),
      frozen_cents: '0',
    })),
  );
});

test('an account whose clock went back is booked in the order of its facts', async () => {
  const one = new AccountStory(new Recorder());
  const at = (minute: number) => ({ recordedAt: new Date(Date.UTC(2026, 10, 20, 10, minute)) });
  const facts = [
    one.adjusted(1, null, at(5)),
    one.adjusted(2, null, at(3)),
    one.adjusted(3, null, at(4)),
    one.adjusted(4, null, at(9)),
  ];
  await given(...facts).thenRows(
    'entry',
    ...[5, 5, 5, 9].map((minute, index) => ({
      at: facts[index]?.recordedAt,
      booked_at: at(minute).recordedAt,
      revision: index,
    })),
  );
});

test('an account of which only a plan is told has nothing in it', async () => {
  const one = new AccountStory(new Recorder());
  const subscribed = one.fact('SubscriptionChanged', {
    key: 'k',
    tier: 'free',
    status: 'active',
    period: null,
    endDate: null,
    next: null,
    reason: 'operator',
    source: null,
    effectiveAt: '2026-11-20T10:00:00.000Z',
  });
  await given(subscribed).thenNoRows('entry');
  await given(subscribed).thenRows('balance', { member_id: one.memberId, tenths: '0', cents: '0', booked_at: null });
});

test('books what a card pays for plans, pictures and the wallet, and what goes back to it, beside the balances', async () => {
  const one = new AccountStory(new Recorder());
  const plan = {
    source: 'sub_1',
    tier: 'studio',
    period: 'monthly',
    from: '2026-11-20T10:00:00.000Z',
    until: '2026-12-20T10:00:00.000Z',
    paidAt: '2026-11-20T10:00:00.000Z',
    month: '2026-11',
  } as const;
  const dispute = { disputeId: 'dp_1', paymentId: 'pi_1', cents: 3999, reason: 'fraud' };
  const refundOfTest = {
    refundId: 're_test',
    paymentId: 'pi_test',
    cents: 999,
    outcome: 'made',
    reason: null,
  } as const;
  const facts = [
    one.fact('PlanPaid', { ...plan, paymentId: 'pi_1', cents: 3999 }),
    one.fact('PlanPaid', { ...plan, paymentId: 'pi_test', cents: 3999, livemode: false }),
    one.fact('PlanRefunded', { ...refundOfTest, livemode: false }),
    one.fact('PlanRefunded', { refundId: 're_1', paymentId: 'pi_1', cents: 999, outcome: 'made', reason: 'upgrade' }),
    one.fact('PlanRefunded', { refundId: 're_1', paymentId: 'pi_1', cents: 999, outcome: 'failed', reason: null }),
    one.fact('PlanDisputed', { ...dispute, outcome: 'frozen' }),
    one.fact('PlanDisputed', { ...dispute, outcome: 'released' }),
    one.toppedUp(2500, 'pi_2'),
    one.bought({ method: 'card', tenths: 0, allowanceTenths: 0, cents: 199 }),
  ];
  const booked = (reason: string, card: number, more: object = {}) => ({
    reason,
    card_cents: String(card),
    ...more,
  });
  await given(...facts).thenRows(
    'entry',
    booked('plan-payment', 3999, { unit: 'none', note: 'Studio, monthly', payment_id: 'pi_1', balance_cents: '0' }),
    booked('plan-payment', 0, { payment_id: 'pi_test' }),
    booked('plan-refund', 0, { payment_id: 'pi_test' }),
    booked('plan-refund', -999, { note: 'upgrade' }),
    booked('plan-refund', 999),
    booked('plan-dispute', -3999, { note: 'fraud' }),
    booked('plan-dispute', 3999),
    booked('top-up', 2500, { cents: '2500' }),
    booked('purchase', 199, { cents: '0' }),
  );
});
