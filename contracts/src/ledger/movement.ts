import type { AccountFact } from '../account/events.ts';
import { monthName } from '../account/policy.ts';
import { challenges } from '../competitions/names.ts';
import { tierLabel } from '../subscriptions/policy.ts';
import type { LedgerReason, LedgerUnit } from './policy.ts';

/** What is in an account: tenths of a credit and cents of a dollar. `tenths` and `cents` may be spent. */
export interface Sums {
  tenths: number;
  heldTenths: number;
  cents: number;
  frozenCents: number;
}

/** What a fact does to its account, whatever is in that. */
export interface Movement {
  reason: LedgerReason;
  moved: Sums;
  unit: LedgerUnit;
  /**
   * What a card paid, less than zero where it went back: it is in no balance. Zero for test payments and for what goes
   * back of them.
   */
  cardCents: number;
  note: string | null;
  generationId: string | null;
  purchaseId: string | null;
  /** Of the payment, or of the payout. */
  paymentId: string | null;
}

export const nothing: Sums = { tenths: 0, heldTenths: 0, cents: 0, frozenCents: 0 };

export const plus = (a: Sums, b: Sums): Sums => ({
  tenths: a.tenths + b.tenths,
  heldTenths: a.heldTenths + b.heldTenths,
  cents: a.cents + b.cents,
  frozenCents: a.frozenCents + b.frozenCents,
});

type About = Partial<Pick<Movement, 'cardCents' | 'note' | 'generationId' | 'purchaseId' | 'paymentId'>>;

/** Without the zero that has a sign. */
const minus = (sum: number): number => 0 - sum;

function movement(reason: LedgerReason, moved: Partial<Sums>, about: About): Movement {
  const all = { ...nothing, ...moved };
  return {
    reason,
    moved: all,
    unit: unitOf(all),
    cardCents: 0,
    note: null,
    generationId: null,
    purchaseId: null,
    paymentId: null,
    ...about,
  };
}

function unitOf({ tenths, heldTenths, cents, frozenCents }: Sums): LedgerUnit {
  const isCredits = tenths !== 0 || heldTenths !== 0;
  const isDollars = cents !== 0 || frozenCents !== 0;
  if (isCredits && isDollars) return 'both';
  if (isCredits) return 'credits';
  return isDollars ? 'dollars' : 'none';
}

/**
 * Undefined for what is no matter of credits or money: another plan, a file taken home, what paid for a purchase, the
 * word that a payout has arrived.
 */
export function movementOf({ type, data }: AccountFact): Movement | undefined {
  switch (type) {
    case 'CreditsGranted':
      return movement(data.reason, { tenths: data.tenths }, { note: data.note, paymentId: data.paymentId });
    case 'CreditsExpired':
      return movement('expiry', { tenths: minus(data.tenths) }, {});
    case 'CreditsRevoked':
      return movement(
        data.reason === 'adjustment' ? 'adjustment' : 'reversal',
        { tenths: minus(data.allowanceTenths + data.permanentTenths) },
        { note: data.note, paymentId: data.paymentId },
      );
    case 'DebtRepaid':
      // An allowance that pays a debt stays in the account.
      return data.by === 'allowance'
        ? undefined
        : movement('debt', { tenths: data.tenths, cents: minus(data.cents) }, {});
    case 'CreditsHeld':
      return movement(
        'generation-hold',
        { tenths: minus(data.allowanceTenths + data.permanentTenths), heldTenths: data.tenths },
        { generationId: data.generationId },
      );
    case 'CreditsCaptured':
      return movement('generation-charge', { heldTenths: minus(data.tenths) }, { generationId: data.generationId });
    case 'CreditsReleased':
      // An allowance whose month is over comes back too, and expires by the fact that follows.
      return movement(
        'generation-release',
        { tenths: data.allowanceTenths + data.permanentTenths, heldTenths: minus(data.tenths) },
        { generationId: data.generationId },
      );
    case 'WalletToppedUp':
      return movement('top-up', { cents: data.creditedCents }, { paymentId: data.paymentId, cardCents: paidBy(data) });
    case 'WalletRefunded':
      return movement(
        'refund',
        { cents: data.outcome === 'made' ? minus(data.debitedCents) : data.debitedCents },
        { paymentId: data.paymentId, note: data.reason, cardCents: refunded(data) },
      );
    case 'WalletDisputed':
      return movement('dispute', disputed(data), {
        paymentId: data.paymentId,
        note: data.reason,
        cardCents: takenBack({ ...data, cents: data.cardCents ?? data.cents }),
      });
    case 'ImagePurchased':
      return movement(
        'purchase',
        {
          tenths: minus(data.allowanceTenths + data.permanentTenths),
          cents: data.method === 'dollars' ? minus(data.cents) : 0,
        },
        {
          generationId: data.generationId,
          purchaseId: data.purchaseId,
          paymentId: data.paymentId,
          cardCents: data.method === 'card' ? data.cents : 0,
        },
      );
    case 'PrintsPurchased':
      return movement('prints', {}, { paymentId: data.paymentId, cardCents: data.cents });
    case 'EarningsSettled':
      return movement('earning', { tenths: data.tenths, cents: data.cents }, {});
    case 'ChallengeShareGranted':
      return movement(
        'challenge-share',
        { cents: data.cents },
        { note: `${challenges[data.kind].name}, ${monthName(data.month)}` },
      );
    case 'EarningsRevoked':
      return movement('earning-reversal', backward(data), { purchaseId: data.purchaseId });
    case 'BadDebtBooked':
      return movement('bad-debt', backward(data), { purchaseId: data.purchaseId });
    case 'EarningsReturned':
      return movement('earning-return', { tenths: data.tenths, cents: data.cents }, { purchaseId: data.purchaseId });
    case 'PayoutRequested':
      return movement('payout', backward(data), { paymentId: data.payoutId });
    case 'PayoutSettled':
      if (data.outcome === 'paid') return undefined;
      return movement(
        'payout-return',
        { tenths: data.tenths, cents: data.cents },
        { paymentId: data.payoutId, note: data.reason },
      );
    case 'PlanPaid': {
      const note = `${tierLabel(data.tier)}, ${data.period}`;
      return movement('plan-payment', {}, { paymentId: data.paymentId, note, cardCents: paidBy(data) });
    }
    case 'PlanRefunded':
      return movement('plan-refund', {}, { paymentId: data.paymentId, note: data.reason, cardCents: refunded(data) });
    case 'PlanDisputed':
      return movement('plan-dispute', {}, { paymentId: data.paymentId, note: data.reason, cardCents: takenBack(data) });
    case 'PayoutConfirmed':
    case 'SubscriptionChanged':
    case 'DownloadGranted':
    case 'PurchaseCoverChanged':
      return undefined;
  }
}

interface CardSum {
  cents: number;
  livemode?: boolean | undefined;
}

const paidBy = ({ cents, livemode }: CardSum): number => (livemode === false ? 0 : cents);

const refunded = ({ outcome, ...sum }: CardSum & { outcome: 'made' | 'failed' }): number =>
  outcome === 'made' ? minus(paidBy(sum)) : paidBy(sum);

/** The bank takes the sum when it freezes it: what is lost afterwards is gone already. */
function takenBack({ outcome, ...sum }: CardSum & { outcome: 'frozen' | 'released' | 'lost' }): number {
  if (outcome === 'lost') return 0;
  return outcome === 'frozen' ? minus(paidBy(sum)) : paidBy(sum);
}

const backward = ({ tenths, cents }: Pick<Sums, 'tenths' | 'cents'>): Partial<Sums> => ({
  tenths: minus(tenths),
  cents: minus(cents),
});

function disputed({
  outcome,
  cents,
}: Extract<AccountFact, { type: 'WalletDisputed' }>['data']): Pick<Sums, 'cents' | 'frozenCents'> {
  switch (outcome) {
    case 'frozen':
      return { cents: minus(cents), frozenCents: cents };
    case 'released':
      return { cents, frozenCents: minus(cents) };
    case 'lost':
      return { cents: 0, frozenCents: minus(cents) };
  }
}
