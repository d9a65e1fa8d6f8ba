import * as z from 'zod/mini';
import { listQuery } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';
import { earningProblems, payoutStatuses } from './policy.ts';

const auditors = { operators: ['admin', 'auditor'] } as const;
const nullableText = z.nullable(z.string());

/** A payout in the console. Sums as decimals; `amount` is what is to be paid, in dollars. */
const record = z.object({
  id: z.uuid(),
  member_id: z.uuid(),
  status: z.enum(payoutStatuses),
  credits: z.number(),
  dollars: z.number(),
  amount: z.number(),
  /** What the bank's statement shows. */
  reference: z.string(),
  requested_at: z.string(),
  settled_at: nullableText,
  /** Why it was settled so. */
  reason: nullableText,
  /** The operator who settled it. */
  operator_id: nullableText,
  /** The operator of the first of two confirmations, and when it was. */
  confirmed_by: nullableText,
  confirmed_at: nullableText,
  /** Country and last four characters of the IBAN; null in older payouts, and once the member is erased. */
  bank: nullableText,
  /** Its place in the list, for `before` and `after`. It changes when the payout is settled. */
  cursor: z.string(),
});
export type PayoutRecord = z.output<typeof record>;

export const payoutsConsoleHttp = {
  /**
   * A bare array, keyset-paged by `cursor`: open requests first, the oldest of them at the top, then settled ones, the
   * newest first. In `filter`: `id`, `status` (one or several), `member`; `before`, `after`.
   */
  list: route({
    method: 'GET',
    path: '/api/admin/payouts',
    side: 'query',
    access: auditors,
    query: listQuery,
    reply: z.array(record),
  }),
  /**
   * The open requests as a CSV file for the bank, the oldest first, each with account holder and IBAN. Events record
   * who took it, by which filter, and how many rows it had.
   */
  export: route({
    method: 'GET',
    path: '/api/admin/payouts/export',
    side: 'query',
    access: { operators: ['admin'] },
    query: z.object({ filter: listQuery.shape.filter }),
    limit: { calls: 30, seconds: 60 },
  }),
  record: route({
    method: 'GET',
    path: '/api/admin/payouts/:id',
    side: 'query',
    access: auditors,
    params: z.object({ id: z.uuid() }),
    reply: record,
    errors: [earningProblems.payoutUnknown],
  }),
};
