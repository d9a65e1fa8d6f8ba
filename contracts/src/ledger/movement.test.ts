import { expect, test } from 'vitest';
import type { AccountFact } from '../account/events.ts';
import { movementOf } from './movement.ts';

const memberId = '11111111-1111-4111-8111-111111111111';
const about = { memberId, paymentId: 'pi_1', cents: 999, reason: null };

const goingBack = (livemode?: boolean): AccountFact[] => [
  { type: 'PlanRefunded', data: { ...about, refundId: 're_1', outcome: 'made', livemode } },
  { type: 'WalletRefunded', data: { ...about, refundId: 're_2', debitedCents: 999, outcome: 'made', livemode } },
  { type: 'PlanDisputed', data: { ...about, disputeId: 'dp_1', outcome: 'frozen', livemode } },
  { type: 'WalletDisputed', data: { ...about, disputeId: 'dp_2', outcome: 'frozen', livemode } },
];

test('what a dispute takes of an order is the card’s, and nothing of the wallet', () => {
  const lost = { ...about, disputeId: 'dp_1', cents: 0, cardCents: 4399 };
  const movement = (outcome: 'frozen' | 'released' | 'lost') =>
    movementOf({ type: 'WalletDisputed', data: { ...lost, outcome } });
  expect(movement('frozen')).toMatchObject({ cardCents: -4399, unit: 'none', moved: { cents: 0, frozenCents: 0 } });
  expect(movement('released')).toMatchObject({ cardCents: 4399, moved: { cents: 0, frozenCents: 0 } });
  expect(movement('lost')).toMatchObject({ cardCents: 0, moved: { cents: 0, frozenCents: 0 } });
});

test.each([
  ['a payment', undefined, -999],
  ['a payment of real money', true, -999],
  ['a test payment, which the card never paid', false, 0],
])('what goes back of %s moves no more of the card than the payment did', (_what, livemode, cents) => {
  for (const event of goingBack(livemode)) expect(movementOf(event)?.cardCents).toBe(cents);
});
