import type { AccountFact } from '@easel/contracts/account/events';
import { worthCents } from '@easel/contracts/account/policy';
import type { Fact } from '@easel/contracts/kernel/event';
import { movementOf, nothing } from '@easel/contracts/ledger/movement';
import type { OrderFact } from '@easel/contracts/orders/events';
import { z } from 'zod';
import { columnsOf, isWithin, monthOf, months, monthsFrom, stampOf } from './figures.ts';
import { reportOf } from './report.ts';

/** What all accounts together come to. */
interface Standing {
  tenths: number;
  heldTenths: number;
  /** Of those that are below zero: nobody is owed it, the house is. */
  owedTenths: number;
  cents: number;
  frozenCents: number;
  owedCents: number;
  /** Paid for printed products that have not been shipped. */
  unshippedCents: number;
}

interface Month {
  granted: number;
  spent: number;
  expired: number;
  standing: Standing;
}

interface State {
  balances: Map<string, { tenths: number; cents: number }>;
  standing: Standing;
  unshipped: UnshippedPrints;
  byMonth: Map<string, Month>;
}

const empty = (): Standing => ({
  tenths: 0,
  heldTenths: 0,
  owedTenths: 0,
  cents: 0,
  frozenCents: 0,
  owedCents: 0,
  unshippedCents: 0,
});

/**
 * Credits and dollars that members have and may still spend, and what they paid for products that were not shipped, at
 * each month's end; of the last month, as of the last fact. spec: rulings "Revenue recognised".
 */
export const report = reportOf<AccountFact | OrderFact>()({
  answers: 'What members have in credits and wallets, and have paid for unshipped products, month by month',
  filter: [
    'CreditsGranted',
    'CreditsExpired',
    'CreditsRevoked',
    'DebtRepaid',
    'CreditsHeld',
    'CreditsCaptured',
    'CreditsReleased',
    'WalletToppedUp',
    'WalletRefunded',
    'WalletDisputed',
    'ImagePurchased',
    'EarningsSettled',
    'ChallengeShareGranted',
    'EarningsRevoked',
    'BadDebtBooked',
    'EarningsReturned',
    'PayoutRequested',
    'PayoutSettled',
    'PrintsPurchased',
    'OrderStatusChanged',
  ],
  parameters: z.strictObject(months),
  initial: (): State => ({
    balances: new Map(),
    standing: empty(),
    unshipped: new UnshippedPrints(),
    byMonth: new Map(),
  }),

  reduce(state, fact) {
    const { standing, balances, unshipped } = state;
    standing.unshippedCents += unshipped.see(fact);
    const moved = fact.type === 'OrderStatusChanged' ? nothing : movementOf(fact)?.moved;
    if (!moved) return state;
    const before = balances.get(fact.data.memberId) ?? { tenths: 0, cents: 0 };
    const after = { tenths: before.tenths + moved.tenths, cents: before.cents + moved.cents };
    balances.set(fact.data.memberId, after);
    standing.tenths += above(after.tenths) - above(before.tenths);
    standing.owedTenths += above(-after.tenths) - above(-before.tenths);
    standing.cents += above(after.cents) - above(before.cents);
    standing.owedCents += above(-after.cents) - above(-before.cents);
    standing.heldTenths += moved.heldTenths;
    standing.frozenCents += moved.frozenCents;

    const month = monthFor(state, monthOf(fact.at));
    if (fact.type === 'CreditsGranted') month.granted += fact.data.tenths;
    if (fact.type === 'CreditsExpired') month.expired += fact.data.tenths;
    if (fact.type === 'CreditsCaptured' || fact.type === 'ImagePurchased') month.spent += fact.data.tenths;
    month.standing = { ...standing };
    return state;
  },

  // What is there at a month's end is as the last fact up to then has left it, which may be older.
  beneath: ({ byMonth }) => ({
    stampOf([month = '']) {
      const last = [...byMonth.keys()]
        .filter((name) => name <= month)
        .toSorted()
        .at(-1);
      return stampOf([last, byMonth.get(last ?? '')]);
    },
  }),

  render({ byMonth }, parameters, asOf) {
    const [first] = [...byMonth.keys()].toSorted();
    let standing = empty();
    const rows = monthsFrom(first, asOf).map((month) => {
      const of = byMonth.get(month);
      standing = of?.standing ?? standing;
      return [
        month,
        of?.granted ?? 0,
        of?.spent ?? 0,
        of?.expired ?? 0,
        standing.tenths,
        standing.heldTenths,
        standing.owedTenths,
        worthCents(standing.tenths + standing.heldTenths),
        standing.cents,
        standing.frozenCents,
        standing.owedCents,
        standing.unshippedCents,
      ];
    });
    return {
      columns: columnsOf(
        ['month', 'month'],
        ['granted', 'tenths'],
        ['spent', 'tenths'],
        ['expired', 'tenths'],
        ['available', 'tenths'],
        ['held', 'tenths'],
        ['owed to us', 'tenths'],
        ['credits’ worth', 'cents'],
        ['wallets', 'cents'],
        ['frozen', 'cents'],
        ['wallets owed to us', 'cents'],
        ['unshipped prints', 'cents'],
      ),
      rows: rows.filter(([month]) => isWithin(String(month), parameters)),
    };
  },
});

const above = (sum: number): number => Math.max(0, sum);

function monthFor({ byMonth, standing }: State, name: string): Month {
  const known = byMonth.get(name);
  if (known) return known;
  const month = { granted: 0, spent: 0, expired: 0, standing };
  byMonth.set(name, month);
  return month;
}

interface CardOrder {
  paidCents: number;
  /** What refunds took that is not of the downloads that they name. */
  refundedCents: number;
  disputes: Set<string>;
  isShipped: boolean;
}

/** The parts of facts that it looks at. */
type Of<Type extends (AccountFact | OrderFact)['type']> = Extract<AccountFact | OrderFact, Fact<Type>>;

/**
 * What was paid for printed products and their delivery, less what went back of it, as long as nothing of the order was
 * shipped. A refund that names no downloads is of the products first.
 */
class UnshippedPrints {
  /** By payment. */
  private readonly orders = new Map<string, CardOrder>();
  private readonly paymentOf = new Map<string, string>();
  /** Cents that a card paid for each download. */
  private readonly downloads = new Map<string, number>();

  /** Returns by how many cents it grew. */
  see(fact: { type: string }): number {
    const seen = fact as AccountFact | OrderFact;
    switch (seen.type) {
      case 'PrintsPurchased':
        this.paymentOf.set(seen.data.orderId, seen.data.paymentId);
        return this.change(seen.data.paymentId, (order) => ({ ...order, paidCents: seen.data.cents }));
      case 'ImagePurchased':
        if (seen.data.method === 'card') this.downloads.set(seen.data.purchaseId, seen.data.cents);
        return 0;
      case 'WalletRefunded':
        return this.refund(seen.data);
      case 'WalletDisputed':
        return this.dispute(seen.data);
      case 'OrderStatusChanged':
        return seen.data.to === 'shipped' ? this.ship(seen.data.orderId) : 0;
      default:
        return 0;
    }
  }

  private refund({ paymentId, outcome, cents, purchaseIds = [] }: Of<'WalletRefunded'>['data']): number {
    const named = purchaseIds.reduce((sum, id) => sum + (this.downloads.get(id) ?? 0), 0);
    const ofPrints = Math.max(0, cents - named) * (outcome === 'made' ? 1 : -1);
    return this.change(paymentId, (order) => ({ ...order, refundedCents: order.refundedCents + ofPrints }));
  }

  private dispute({ paymentId, disputeId, outcome }: Of<'WalletDisputed'>['data']): number {
    return this.change(paymentId, (order) => {
      const disputes = new Set([...order.disputes, disputeId]);
      if (outcome === 'released') disputes.delete(disputeId);
      return { ...order, disputes };
    });
  }

  private ship(orderId: string): number {
    const paymentId = this.paymentOf.get(orderId);
    return paymentId === undefined ? 0 : this.change(paymentId, (order) => ({ ...order, isShipped: true }));
  }

  private change(paymentId: string, by: (order: CardOrder) => CardOrder): number {
    const before = this.orders.get(paymentId) ?? none();
    const after = by(before);
    this.orders.set(paymentId, after);
    return openCents(after) - openCents(before);
  }
}

const none = (): CardOrder => ({ paidCents: 0, refundedCents: 0, disputes: new Set(), isShipped: false });

const openCents = ({ paidCents, refundedCents, disputes, isShipped }: CardOrder): number =>
  isShipped || disputes.size > 0 ? 0 : Math.max(0, paidCents - refundedCents);
