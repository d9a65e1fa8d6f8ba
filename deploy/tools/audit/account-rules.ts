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
  private readonly settled: Sum = { tenths: 0, cents: 0 };
  /** Of `settled`, what went back with the money for sales, less what came again; bad debt, which was paid out, is not. */
  private readonly revoked: Sum = { tenths: 0, cents: 0 };
  private readonly paidOut: Sum = { tenths: 0, cents: 0 };
  /** That a fact of the account tells of, other than the credits which they entitle to. */
  private readonly payments = new Set<string>();
  private readonly entitled: Granted[] = [];

  /** `cutOver`: from that position on a grant of an older shape is nobody’s; undefined where no anchor says. */
  constructor(private readonly cutOver: bigint | undefined) {}

  see(fact: Recorded<AccountFact>): Finding | undefined {
    switch (fact.type) {
      case 'CreditsGranted':
        return this.granted(fact);
      case 'CreditsRevoked':
        return undefined;
      case 'EarningsSettled':
        add(this.settled, fact.data);
        return undefined;
      case 'EarningsRevoked':
        add(this.revoked, fact.data);
        return undefined;
      case 'EarningsReturned':
        add(this.revoked, { tenths: -fact.data.tenths, cents: -fact.data.cents });
        return undefined;
      case 'PayoutRequested':
        add(this.paidOut, fact.data);
        return this.unearned(fact);
      case 'PayoutSettled':
        if (fact.data.outcome === 'returned') {
          add(this.paidOut, { tenths: -fact.data.tenths, cents: -fact.data.cents });
        }
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
    this.entitled.push(fact);
    if (paymentId !== null) return undefined;
    return found('allowance.unpaid', fact, `${credits(tenths)} were granted for ${month}, and no payment is named`);
  }

  private unearned(fact: Requested): Finding | undefined {
    const { settled, revoked, paidOut } = this;
    const earned = {
      tenths: settled.tenths - Math.max(0, revoked.tenths),
      cents: settled.cents - Math.max(0, revoked.cents),
    };
    const { tenths, cents, payoutCents } = fact.data;
    if (payoutCents > cents + worthCents(tenths)) {
      const message = `${dollars(payoutCents)} are paid out for ${shown({ tenths, cents })}`;
      return found('payout.unearned', fact, message);
    }
    if (paidOut.tenths <= earned.tenths && paidOut.cents <= earned.cents) return undefined;
    const message = `with it ${shown(paidOut)} are paid out, and ${shown(earned)} were earned`;
    return found('payout.unearned', fact, message);
  }
}

function add(sum: Sum, { tenths, cents }: Sum): void {
  sum.tenths += tenths;
  sum.cents += cents;
}

const credits = (tenths: number): string => `${tenths / 10} credits`;
const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
const shown = ({ tenths, cents }: Sum): string => `${credits(tenths)} and ${dollars(cents)}`;

const found = (code: string, { stream, revision, id }: Recorded, message: string): Finding => ({
  code,
  place: placeOf(stream, revision),
  message,
  detail: { stream, revision, eventId: id },
});
