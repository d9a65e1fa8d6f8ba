import type { AccountFact } from '@easel/contracts/account/events';
import { allowanceTenths, worthCents } from '@easel/contracts/account/policy';
import type { Recorded } from '@easel/contracts/kernel/event';
import { placeOf, type Finding } from './finding.ts';

interface Sum {
  tenths: number;
  cents: number;
}

type Granted = Recorded<Extract<AccountFact, { type: 'CreditsGranted' }>>;
type Requested = Recorded<Extract<AccountFact, { type: 'PayoutRequested' }>>;

/** Granted every month for nothing. */
const FREE_TENTHS = allowanceTenths('free');
/** Facts of before have no payment to name. */
const NAMES_PAYMENT_SINCE = 2;

/** What the facts of one account must be to one another, whoever decided them. */
export class AccountRules {
  /** Of what sales and challenges brought, what is not paid out; what went back beyond it was paid in other money. */
  private earned: Sum = { tenths: 0, cents: 0 };
  /** Went back after its payout, and has not come again. */
  private badDebt: Sum = { tenths: 0, cents: 0 };
  /** That a fact of the account tells of, other than the credits which they entitle to. */
  private readonly payments = new Set<string>();
  private readonly plans = new Set<string>();
  private readonly paidPlans = new Set<string>();
  private readonly entitled: Granted[] = [];

  /** `cutOver`: from that position on a grant of an older shape is nobody’s; undefined where no anchor says. */
  constructor(private readonly cutOver: bigint | undefined) {}

  see(fact: Recorded<AccountFact>): Finding | undefined {
    switch (fact.type) {
      case 'CreditsGranted':
        return this.granted(fact);
      case 'CreditsRevoked':
        return undefined;
      case 'SubscriptionChanged':
        if (fact.data.source !== null) this.plans.add(fact.data.source);
        return undefined;
      case 'PlanPaid':
        this.paidPlans.add(fact.data.source);
        this.payments.add(fact.data.paymentId);
        return undefined;
      case 'EarningsSettled':
        this.earned = sum(this.earned, fact.data);
        return undefined;
      case 'ChallengeShareGranted':
        this.earned = sum(this.earned, { tenths: 0, cents: fact.data.cents });
        return undefined;
      case 'EarningsRevoked':
        this.earned = rest(this.earned, fact.data);
        return undefined;
      case 'BadDebtBooked':
        this.badDebt = sum(this.badDebt, fact.data);
        return undefined;
      case 'EarningsReturned':
        this.earned = sum(this.earned, rest(fact.data, this.badDebt));
        this.badDebt = rest(this.badDebt, fact.data);
        return undefined;
      case 'PayoutRequested':
        return this.unearned(fact);
      case 'PayoutSettled':
        if (fact.data.outcome === 'returned') this.earned = sum(this.earned, fact.data);
        return undefined;
      default:
        if ('paymentId' in fact.data && fact.data.paymentId) this.payments.add(fact.data.paymentId);
        return undefined;
    }
  }

  /** After the last fact: a payment may be told of behind what it entitles to. */
  *end(): Generator<Finding, void, void> {
    for (const fact of this.entitled) {
      const { paymentId, tenths, month } = fact.data;
      if (paymentId === null || this.payments.has(paymentId)) continue;
      const message = `${credits(tenths)} were granted for ${month} by ${paymentId}, of which the account knows nothing`;
      yield found('allowance.payment_unknown', fact, message);
    }
  }

  /** More than everybody is given needs a payment. */
  private granted(fact: Granted): Finding | undefined {
    const { reason, tenths, month, paymentId } = fact.data;
    const isOlder =
      fact.metadata.schemaVersion < NAMES_PAYMENT_SINCE && (this.cutOver === undefined || fact.position < this.cutOver);
    if (reason !== 'allowance' || tenths <= FREE_TENTHS || isOlder) return undefined;
    // A plan from before payments were recorded: the account names the plan itself.
    if (paymentId !== null && this.plans.has(paymentId) && !this.paidPlans.has(paymentId)) return undefined;
    this.entitled.push(fact);
    if (paymentId !== null) return undefined;
    return found('allowance.unpaid', fact, `${credits(tenths)} were granted for ${month}, and no payment is named`);
  }

  private unearned(fact: Requested): Finding | undefined {
    const { earned } = this;
    this.earned = rest(earned, fact.data);
    const { tenths, cents, payoutCents } = fact.data;
    if (payoutCents > cents + worthCents(tenths)) {
      const message = `${dollars(payoutCents)} are paid out for ${shown({ tenths, cents })}`;
      return found('payout.unearned', fact, message);
    }
    if (tenths <= earned.tenths && cents <= earned.cents) return undefined;
    const message = `${shown(fact.data)} are paid out, of ${shown(earned)} that are left of what was earned`;
    return found('payout.unearned', fact, message);
  }
}

const sum = (one: Sum, other: Sum): Sum => ({ tenths: one.tenths + other.tenths, cents: one.cents + other.cents });
/** What is left of one without the other. */
const rest = (of: Sum, without: Sum): Sum => ({
  tenths: Math.max(0, of.tenths - without.tenths),
  cents: Math.max(0, of.cents - without.cents),
});

const credits = (tenths: number): string => `${tenths / 10} credits`;
const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
const shown = ({ tenths, cents }: Sum): string => `${credits(tenths)} and ${dollars(cents)}`;

const found = (code: string, { stream, revision, id }: Recorded, message: string): Finding => ({
  code,
  place: placeOf(stream, revision),
  message,
  detail: { stream, revision, eventId: id },
});
