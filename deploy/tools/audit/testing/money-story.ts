import {
  idOf,
  imageTerms,
  memberId as buyer,
  november,
  sellerId as seller,
} from '@easel/api/account/testing/account-facts';
import type { PaidSession } from '@easel/api/payments/stripe.gateway';
import type { World } from './audited-world.ts';

export { buyer, seller };
/** Whose stream no anchor knows. */
export const newcomer = idOf(2);
export const purchaseId = idOf(5);
export const call = {
  actor: { kind: 'member', id: buyer },
  requestId: 'request-1',
  correlationId: '00000000-0000-4000-8000-000000000001',
} as const;

const at = november;
const dayLater = new Date(at.getTime() + 30 * 3_600_000);

export const paid = (paymentId: string, cents: number, change: Partial<PaidSession> = {}): PaidSession => ({
  sessionId: paymentId.replace('pi_', 'cs_'),
  paymentId,
  memberId: buyer,
  kind: 'wallet',
  cents,
  refundedCents: 0,
  createdAt: at,
  ...change,
});

/**
 * A buyer with seven facts (allowance, top-up, hold, capture, purchase, refund, top-up), anchored at @3 and @6; a
 * seller who earned by it; and a newcomer of whom no anchor knows. All have their invoices.
 */
export async function tellStory(world: World): Promise<void> {
  const topUp = (memberId: string, paymentId: string, cents: number) =>
    world.account(
      {
        type: 'TopUpWallet',
        memberId,
        paymentId,
        sessionId: paymentId.replace('pi_', 'cs_'),
        cents,
        at,
      },
      { actor: { kind: 'system', id: 'stripe' }, correlationId: `evt_${paymentId}`, causationId: `evt_${paymentId}` },
    );
  await world.account({ type: 'OpenMonth', memberId: buyer, at });
  await topUp(buyer, 'pi_1', 2000);
  const generationId = idOf(6);
  await world.account({
    type: 'HoldCredits',
    memberId: buyer,
    charges: [{ generationId, fingerprint: 'f', tenths: 50, images: 1 }],
    at,
  });
  await world.account({ type: 'CaptureCredits', memberId: buyer, generationId, at });
  await world.anchor();
  const { facts } = await world.account(
    { type: 'PurchaseImage', memberId: buyer, ...imageTerms({ method: 'dollars', cents: 150 }), at },
    { ...call, key: `member:${buyer} POST /api/images/purchase POST /api/images/purchase key-1` },
  );
  const purchase = facts.at(-1);
  if (!purchase) throw new Error('nothing was bought');
  await world.account(
    {
      type: 'RefundWallet',
      memberId: buyer,
      refundId: 're_1',
      paymentId: 'pi_1',
      cents: 500,
      failed: false,
      reason: null,
      at,
    },
    { causationId: 'evt_re_1', correlationId: 'evt_re_1' },
  );
  await topUp(buyer, 'pi_2', 1000);

  const accrued = await world.earnings(
    {
      type: 'AccrueEarnings',
      memberId: seller,
      tier: 'studio',
      curator: false,
      key: purchase.id,
      buyerId: buyer,
      purchaseId,
      generationId: idOf(3),
      variantId: idOf(4),
      size: '1K',
      method: 'dollars',
      tenths: 0,
      earningTenths: 0,
      cents: 150,
      feeCents: 0,
      at,
    },
    { causationId: purchase.id, correlationId: call.correlationId },
  );
  const matured = await world.earnings(
    { type: 'MatureEarnings', memberId: seller, at: dayLater },
    { correlationId: 'settling', ...(accrued.facts[0] && { causationId: accrued.facts[0].id }) },
  );
  const brought = matured.facts[0];
  if (brought?.type !== 'EarningsMatured') throw new Error('nothing matured');
  await world.account(
    { type: 'SettleEarnings', ...brought.data, at: dayLater },
    { correlationId: 'settling', causationId: brought.id },
  );
  await world.anchor();
  await topUp(newcomer, 'pi_3', 3000);
  await world.invoice();
  world.paidSessions = storyPaid();
}

export const storyPaid = (): PaidSession[] => [
  paid('pi_3', 3000, { memberId: newcomer }),
  paid('pi_2', 1000),
  paid('pi_plan', 4900, { kind: 'plan' }),
  paid('pi_1', 2000, { refundedCents: 500 }),
];
