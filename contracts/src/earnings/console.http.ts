import * as z from 'zod/mini';
import { listQuery } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';
import { earningProblems, payoutStatuses } from './policy.ts';

const auditors = { operators: ['admin', 'auditor'] } as const;
const nullableText = z.nullable(z.string());

/** A payout in the console. `amount` is the sum to transfer, in dollars. */
const record = z.object({
  id: z.uuid(),
  member_id: z.uuid(),
  status: z.enum(payoutStatuses),
  credits: z.number(),
  dollars: z.number(),
  amount: z.number(),
  /** The reference on the bank statement. */
  reference: z.string(),
  requested_at: z.string(),
  settled_at: nullableText,
  /** The reason for the outcome. */
  reason: nullableText,
  /** The operator who settled it. */
  operator_id: nullableText,
  /** The operator who gave the first of two confirmations, and when. */
  confirmed_by: nullableText,
  confirmed_at: nullableText,
  /** Country and last four characters of the IBAN; null in older payouts, and once the member is erased. */
  bank: nullableText,
  /** Cursor for `before` and `after`. It changes when the payout is settled. */
  cursor: z.string(),
});
export type PayoutRecord = z.output<typeof record>;

export const payoutsConsoleHttp = {
  /**
   * A bare array, keyset-paged by `cursor`: open requests first, from the oldest, then settled payouts, from
   * the newest. In `filter`: `id`, `status` (one or several), `member`; `before`, `after`.
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
   * The open requests as a CSV file for the bank, from the oldest, with account holder and IBAN. An event records who
   * exported it, the filter and the number of rows.
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
