import type { AccountFact } from '@easel/contracts/account/events';
import { accountProblems } from '@easel/contracts/account/http';
import { debtCents } from '@easel/contracts/account/policy';
import { centsToDollars } from '@easel/contracts/kernel/money';
import { Refused } from '@easel/contracts/kernel/problem';
import { purchaseProblems, suggestedTopUpDollars } from '@easel/contracts/purchases/policy';
import {
  isSettled,
  owing,
  putPermanent,
  settle,
  settledBy,
  takeCents,
  type Account,
  type DataOf,
} from './account-state.decider.ts';
import { openMonth } from './credits.decider.ts';
import { asOf } from './month.decider.ts';

/** The whole of what is owed in credits, from the wallet. */
export interface PayDebt {
  type: 'PayDebt';
  memberId: string;
  /** Settles it. */
  key: string;
  at: Date;
}

export function payDebt({ memberId, key, at }: PayDebt, state: Account): AccountFact[] {
  if (isSettled(state, settledBy.debt(key))) return [];
  const now = asOf(state, at);
  const tenths = owing(now)?.tenths ?? 0;
  if (tenths === 0) throw new Refused(accountProblems.nothingOwed);
  const cents = debtCents(tenths);
  if (now.cents < cents) {
    throw new Refused(purchaseProblems.insufficientWallet, {
      balance: centsToDollars(now.cents),
      required: centsToDollars(cents),
      suggestedTopUp: suggestedTopUpDollars(cents - now.cents),
    });
  }
  return [
    ...openMonth({ memberId, at }, state),
    { type: 'DebtRepaid', data: { memberId, key, tenths, by: 'wallet', cents } },
  ];
}

export function applyDebtRepaid(state: Account, { key, tenths, by, cents }: DataOf<'DebtRepaid'>): void {
  settle(state, settledBy.debt(key));
  if (by === 'allowance') state.allowanceTenths -= tenths;
  else takeCents(state, cents);
  putPermanent(state, tenths, 0);
}
