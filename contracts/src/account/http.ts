import * as z from 'zod/mini';
import { route } from '../kernel/http.ts';
import { centsToDollars, tenthsToCredits } from '../kernel/money.ts';
import { neededText } from '../kernel/needed.ts';
import { defineProblems, type Problem } from '../kernel/problem.ts';
import { purchaseProblems } from '../purchases/policy.ts';

export const accountProblems = defineProblems('account', {
  insufficientCredits: [402, 'Insufficient credits'],
  monthlyLimit: [403, 'Monthly generation limit reached'],
  inProgress: [409, 'This generation is already in progress. Please wait.'],
  owing: [403, 'Something is owed. Settle it on your profile page.'],
  memberUnknown: [404, 'Not found'],
  nothingOwed: [409, 'Nothing is owed'],
});

/** Says what is owed and what to do, wherever an account that owes is refused; tenths of a credit and cents. */
export function owingProblem({ tenths, cents }: { tenths: number; cents: number }): Problem {
  const sums = [
    ...(tenths > 0 ? [`${tenthsToCredits(tenths)} credits`] : []),
    ...(cents > 0 ? [`$${centsToDollars(cents).toFixed(2)}`] : []),
  ];
  const message =
    `You owe ${sums.join(' and ')}, because a payment was taken back. Settle it on your profile page. ` +
    'Until then, nothing can be made, bought or paid out, and bought images cannot be downloaded.';
  return { ...accountProblems.owing, message };
}

/** Dollars and credits; `held` is part of `credits` no longer. Below zero is what is owed. */
const balance = z.object({ success: z.literal(true), balance: z.number(), credits: z.number(), held: z.number() });

export const accountHttp = {
  balance: route({
    method: 'GET',
    path: '/api/wallet/balance',
    side: 'command',
    access: 'member',
    reply: balance,
  }),
  /** Pays all that is owed in credits from the wallet. */
  payDebt: route({
    method: 'POST',
    path: '/api/account/debt',
    side: 'command',
    access: 'member',
    reply: balance,
    errors: [accountProblems.nothingOwed, purchaseProblems.insufficientWallet],
    moves: ['balance', 'plan', 'statement'],
    idempotent: true,
  }),
  grant: route({
    method: 'POST',
    path: '/api/admin/members/:id/credits',
    side: 'command',
    access: { operators: ['admin'] },
    params: z.object({ id: z.uuid() }),
    body: z.object({
      /** Credits, in whole tenths. */
      amount: z.number('Please enter how many credits').check(
        z.gte(0.1),
        z.lte(100_000),
        z.refine((credits) => Number.isInteger(Math.round(credits * 1e6) / 1e5), 'At most one decimal'),
      ),
      reason: neededText('A reason is needed').check(z.maxLength(500)),
    }),
    reply: z.object({ success: z.literal(true), credits: z.number() }),
    errors: [accountProblems.memberUnknown],
    moves: ['balance'],
    idempotent: true,
  }),
};
