import * as z from 'zod/mini';
import { accountProblems } from '../account/http.ts';
import { route } from '../kernel/http.ts';
import { neededLine, neededText } from '../kernel/needed.ts';
import { ACCOUNT_HOLDER_MAX, earningProblems, IBAN_TYPED_MAX, payoutOutcomes } from './policy.ts';

/** Credits and dollars as decimals. */
const both = { credits: z.number(), dollars: z.number() };

/** A sum with at most this many decimals; 0 if it is absent. */
const sum = (decimals: number, otherwise: string) =>
  z._default(
    z.number('Please enter an amount').check(
      z.gte(0, 'Please enter an amount of 0 or more'),
      z.lte(1_000_000, 'Please enter at most 1,000,000'),
      z.refine((value) => Number(value.toFixed(decimals)) === value, otherwise),
    ),
    0,
  );

/** The IBAN may be written with spaces. The member sees only country and last four characters. */
export const payoutRequest = z.object({
  credits: sum(1, 'At most one decimal'),
  dollars: sum(2, 'At most two decimals'),
  iban: neededLine('Please enter the IBAN of your bank account', IBAN_TYPED_MAX),
  accountHolder: neededLine('Please enter the name of the account holder', ACCOUNT_HOLDER_MAX),
});

export const earningsHttp = {
  /** The caller's earnings: those that have not matured, and those that can be paid out. */
  own: route({
    method: 'GET',
    path: '/api/earnings',
    side: 'command',
    access: 'member',
    reply: z.object({
      success: z.literal(true),
      resting: z.extend(z.object(both), { sales: z.number(), settlesAt: z.nullable(z.string()) }),
      /** Earnings in the account that cannot be paid out before a UTC day, the earliest first. */
      waiting: z.array(z.extend(z.object(both), { payableOn: z.string() })),
      payable: z.object(both),
      /** Days before earnings in the account can be paid out. */
      restDays: z.number(),
      /** Requested payouts that are not settled yet. */
      payouts: z.array(z.extend(z.object(both), { id: z.uuid() })),
    }),
  }),
  requestPayout: route({
    method: 'POST',
    path: '/api/earnings/payouts',
    side: 'command',
    access: 'member',
    body: payoutRequest,
    /** `amount` in dollars. */
    reply: z.object({ success: z.literal(true), payoutId: z.uuid(), amount: z.number() }),
    errors: [
      earningProblems.payoutTooSmall,
      earningProblems.notEarned,
      earningProblems.notRested,
      earningProblems.uncovered,
      accountProblems.owing,
    ],
    moves: ['balance', 'earnings', 'statement'],
    idempotent: true,
  }),
  settlePayout: route({
    method: 'POST',
    path: '/api/admin/members/:id/payouts/:payoutId',
    side: 'command',
    access: { operators: ['admin'] },
    params: z.object({ id: z.uuid(), payoutId: z.uuid() }),
    body: z.object({
      outcome: z.enum(payoutOutcomes, 'Please choose an outcome'),
      reason: neededText('A reason is needed').check(z.maxLength(500)),
    }),
    /** False if the payout is large and this was the first confirmation. */
    reply: z.object({ success: z.literal(true), settled: z.boolean() }),
    errors: [
      earningProblems.payoutUnknown,
      earningProblems.payoutSettled,
      earningProblems.needsAnotherAdmin,
      earningProblems.needsADay,
      earningProblems.uncovered,
      accountProblems.owing,
    ],
    moves: ['payouts'],
    idempotent: true,
  }),
};
