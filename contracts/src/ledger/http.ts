import * as z from 'zod/mini';
import { instantText } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';
import { ledgerReasons } from './policy.ts';

/** What an account holds at some instant. Credits and dollars as decimals; `credits` and `dollars` may be spent. */
export const ledgerBalance = z.object({
  credits: z.number(),
  held: z.number(),
  dollars: z.number(),
  /** Disputed, and out of reach. */
  frozen: z.number(),
});
export type LedgerBalance = z.output<typeof ledgerBalance>;

/**
 * One movement: an entry for each event of credits or money. What a card pays for a plan or a picture moves none of the
 * four, nor does a refund before its payment.
 */
export const ledgerEntry = z.object({
  /** Of the fact; also the entry's own. */
  eventId: z.uuid(),
  /** When the fact was recorded. */
  at: z.string(),
  reason: z.enum(ledgerReasons),
  /** What a person or the card service said beside it. */
  note: z.nullable(z.string()),
  /** How the four balances moved by it. */
  credits: z.number(),
  held: z.number(),
  dollars: z.number(),
  frozen: z.number(),
  /** Dollars that a card paid, less than zero where they went back to it. */
  card: z.number(),
  /** After it. */
  balance: ledgerBalance,
  /** The id is null where it is an operator's. */
  actor: z.object({ kind: z.string(), id: z.nullable(z.string()) }),
  stream: z.string(),
  revision: z.number(),
  /** In the log, as text: it exceeds a JavaScript number. */
  position: z.string(),
  /** Of the call or webhook that began it, and of what directly brought it about. */
  correlationId: z.string(),
  causationId: z.string(),
  /** What it is about, where it is about one. */
  generationId: z.nullable(z.string()),
  purchaseId: z.nullable(z.string()),
  /** At the card service, or of the payout. */
  paymentId: z.nullable(z.string()),
  /** Of what was set aside, where a line is a picture's: what became of it; null while it is being made. */
  settledBy: z.optional(z.nullable(z.enum(['generation-charge', 'generation-release']))),
});
export type LedgerEntry = z.output<typeof ledgerEntry>;

export const ledgerHttp = {
  /**
   * One's own account, the newest first; `next` is the cursor of the page behind. With `at`, `{balance}` at that
   * instant instead; with `format=csv` every entry that the filters leave, the oldest first, as a file of one line an
   * entry and none for totals: the columns of the four balances' moves add up to what is in the last line.
   */
  statement: route({
    method: 'GET',
    path: '/api/account/statement',
    side: 'query',
    access: 'member',
    query: z.object({
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 25),
      cursor: z.optional(z.string().check(z.maxLength(100))),
      reason: z.optional(z.enum(ledgerReasons)),
      /** Only what moved these. */
      unit: z.optional(z.enum(['credits', 'dollars'])),
      /** Instants; `to` is not included. */
      from: z.optional(instantText),
      to: z.optional(instantText),
      at: z.optional(instantText),
      format: z.optional(z.enum(['json', 'csv'])),
      /**
       * With `picture` a picture that was made is one line, which says what became of what was set aside for it, and a
       * file has the columns that people read.
       */
      lines: z._default(z.enum(['entry', 'picture']), 'entry'),
    }),
    reply: z.object({
      success: z.literal(true),
      entries: z.optional(z.array(ledgerEntry)),
      next: z.optional(z.nullable(z.string())),
      /** Prompts of the pictures that the entries are about, by their id; erased makers' are left out. */
      titles: z.optional(z.record(z.string(), z.string())),
      /** Numbers of the invoices and credit notes of the entries, by the entry's id. */
      invoices: z.optional(z.record(z.string(), z.string())),
      /** Now, or at the instant that was asked for. */
      balance: ledgerBalance,
    }),
    limit: { calls: 300, seconds: 60 },
  }),
};
