import * as z from 'zod/mini';
import { instantText, listQuery } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';
import { defineProblems } from '../kernel/problem.ts';
import { ledgerBalance } from './http.ts';
import { exportFormats, ledgerReasons, ledgerUnits } from './policy.ts';

export const ledgerProblems = defineProblems('ledger', {
  notFound: [404, 'Ledger entry not found'],
  noAccount: [404, 'There is nothing in the ledger about this member'],
});

const nullableText = z.nullable(z.string());

/** One movement of one account. Credits and dollars as decimals; `credits` and `dollars` may be spent. */
const record = z.object({
  /** Of the event. */
  id: z.string(),
  member_id: z.string(),
  at: z.string(),
  reason: z.enum(ledgerReasons),
  /** What moved: one, both at once, or neither. */
  unit: z.enum(ledgerUnits),
  note: nullableText,
  credits: z.number(),
  held: z.number(),
  dollars: z.number(),
  frozen: z.number(),
  /** Dollars that a card paid, less than zero where they went back to it; absent in older exports. */
  card: z.optional(z.number()),
  /** After it. */
  balance: ledgerBalance,
  actor: z.object({ kind: z.string(), id: z.string(), role: nullableText }),
  stream: z.string(),
  revision: z.number(),
  /** In the log, as text: it exceeds a JavaScript number. */
  position: z.string(),
  correlation_id: z.string(),
  causation_id: nullableText,
  generation_id: nullableText,
  purchase_id: nullableText,
  /** At the card service, or of the payout. */
  payment_id: nullableText,
});
export type LedgerRecord = z.output<typeof record>;

const auditors = { operators: ['admin', 'auditor'] } as const;

export const ledgerConsoleHttp = {
  /**
   * Every movement of every account: a bare array, keyset-paged by position, the newest first. In `filter`: `id`,
   * `reason` (one or several); `member`, `correlation`, `generation`, `purchase`, `payment`; `unit` (what moved both
   * counts as credits and as dollars), and with it `min` and `max`: of the larger of the two sums that moved in it, as
   * a decimal without sign; `from` and `to` (instants, `to` not included); `before`, `after`.
   */
  list: route({
    method: 'GET',
    path: '/api/admin/ledger',
    side: 'query',
    access: auditors,
    query: listQuery,
    reply: z.array(record),
  }),
  /**
   * What the filters of the list leave, the oldest first, as a file. As ndjson it is a chain: a line for the export,
   * one for each entry, and one that seals them; `npm run audit -- verify-export FILE` tells whether it is as it was
   * written. Facts tell who took it, by which filter, and how many rows it had.
   */
  export: route({
    method: 'GET',
    path: '/api/admin/ledger/export',
    side: 'query',
    access: auditors,
    query: z.object({
      format: z._default(z.enum(exportFormats), 'csv'),
      filter: listQuery.shape.filter,
    }),
    limit: { calls: 30, seconds: 60 },
  }),
  /** What was in an account at an instant, or is now, and how many movements came to that. */
  account: route({
    method: 'GET',
    path: '/api/admin/ledger/accounts/:memberId',
    side: 'query',
    access: auditors,
    params: z.object({ memberId: z.uuid() }),
    query: z.object({ at: z.optional(instantText) }),
    reply: z.object({
      success: z.literal(true),
      member_id: z.string(),
      /** As it was asked for. */
      at: nullableText,
      balance: ledgerBalance,
      entries: z.number(),
      /** Null where there was none until then. */
      first_at: nullableText,
      last_at: nullableText,
    }),
    errors: [ledgerProblems.noAccount],
  }),
  one: route({
    method: 'GET',
    path: '/api/admin/ledger/:id',
    side: 'query',
    access: auditors,
    params: z.object({ id: z.uuid() }),
    reply: record,
    errors: [ledgerProblems.notFound],
  }),
};
