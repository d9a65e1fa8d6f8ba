import type { AccountFact } from '@easel/contracts/account/events';
import { worthCents } from '@easel/contracts/account/policy';
import { movementOf, nothing } from '@easel/contracts/ledger/movement';
import type { OrderFact } from '@easel/contracts/orders/events';
import { z } from 'zod';
import { UnshippedPrints } from './unshipped-prints.ts';
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
