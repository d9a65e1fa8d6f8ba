import type { AccountFact } from '@easel/contracts/account/events';
import type { EarningsFact } from '@easel/contracts/earnings/events';
import { z } from 'zod';
import { columnsOf, Groups, isWithin, monthOf, months } from './figures.ts';
import { reportOf } from './report.ts';

interface Figures {
  sales: number;
  sellers: Set<string>;
  accruedTenths: number;
  accruedCents: number;
  challengeCents: number;
  reversedTenths: number;
  reversedCents: number;
  requestedCents: number;
  paidCents: number;
  returnedCents: number;
  badTenths: number;
  badCents: number;
}

const none = (): Figures => ({
  sales: 0,
  sellers: new Set(),
  accruedTenths: 0,
  accruedCents: 0,
  challengeCents: 0,
  reversedTenths: 0,
  reversedCents: 0,
  requestedCents: 0,
  paidCents: 0,
  returnedCents: 0,
  badTenths: 0,
  badCents: 0,
});

interface State {
  /** What is to be paid for those that wait, in cents. */
  payouts: Map<string, number>;
  groups: Groups<Figures>;
}

/** By the month in which each happened: a payout is asked for in one and paid in another. */
export const report = reportOf<EarningsFact | AccountFact>()({
  answers: 'What sales and challenges brought members, what went back, and what was paid out, month by month',
  filter: [
    'EarningsAccrued',
    'EarningsReversed',
    'EarningsReinstated',
    'ChallengeShareGranted',
    'PayoutRequested',
    'PayoutSettled',
    'BadDebtBooked',
  ],
  parameters: z.strictObject(months),
  initial: (): State => ({ payouts: new Map(), groups: new Groups(none) }),

  reduce(state, { type, data, at }) {
    const figures = state.groups.of(monthOf(at));
    switch (type) {
      case 'EarningsAccrued':
        figures.sales += 1;
        figures.sellers.add(data.memberId);
        figures.accruedTenths += data.tenths;
        figures.accruedCents += data.cents;
        break;
      case 'EarningsReversed':
        figures.reversedTenths += data.tenths;
        figures.reversedCents += data.cents;
        break;
      case 'EarningsReinstated':
        figures.reversedTenths -= data.tenths;
        figures.reversedCents -= data.cents;
        break;
      case 'ChallengeShareGranted':
        figures.challengeCents += data.cents;
        break;
      case 'PayoutRequested':
        figures.requestedCents += data.payoutCents;
        state.payouts.set(data.payoutId, data.payoutCents);
        break;
      case 'PayoutSettled':
        figures[data.outcome === 'paid' ? 'paidCents' : 'returnedCents'] += state.payouts.get(data.payoutId) ?? 0;
        state.payouts.delete(data.payoutId);
        break;
      case 'BadDebtBooked':
        figures.badTenths += data.tenths;
        figures.badCents += data.cents;
        break;
    }
    return state;
  },

  beneath: ({ groups }) => groups,

  render: ({ groups }, parameters) => ({
    columns: columnsOf(
      ['month', 'month'],
      ['sales', 'count'],
      ['sellers', 'count'],
      ['earned credits', 'tenths'],
      ['earned dollars', 'cents'],
      ['from challenges', 'cents'],
      ['reversed credits', 'tenths'],
      ['reversed dollars', 'cents'],
      ['payouts asked for', 'cents'],
      ['payouts paid', 'cents'],
      ['payouts returned', 'cents'],
      ['bad debt credits', 'tenths'],
      ['bad debt dollars', 'cents'],
    ),
    rows: groups
      .sorted()
      .filter(([[month = '']]) => isWithin(month, parameters))
      .map(([[month = ''], of]) => [
        month,
        of.sales,
        of.sellers.size,
        of.accruedTenths,
        of.accruedCents,
        of.challengeCents,
        of.reversedTenths,
        of.reversedCents,
        of.requestedCents,
        of.paidCents,
        of.returnedCents,
        of.badTenths,
        of.badCents,
      ]),
  }),
});
