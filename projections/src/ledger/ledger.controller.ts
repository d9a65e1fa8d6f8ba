import { Readable } from 'node:stream';
import { brand } from '@easel/contracts/brand';
import { ledgerHttp } from '@easel/contracts/ledger/http';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Inject, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { exportName } from '../kernel/export-name.ts';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { INCOMPLETE_HEADER, sendJson } from '../kernel/reply.ts';
import {
  balanceAt,
  type EntryFilter,
  ledgerModel,
  type OrderEntry,
  statementPage,
  wholeStatement,
} from './ledger.queries.ts';
import { statementCsv } from './statement-csv.ts';

/** Finds the prompts of pictures by their ids, as JSON; those of erased makers are left out. */
export type TitlesOf = (
  reads: Reads,
  pictures: { generations: readonly string[]; variants: readonly string[] },
) => Promise<string>;
/** Provides the gallery's: read models do not import each other. */
export const TITLES_OF = Symbol('titles of');

/**
 * Finds the numbers of the invoices and credit notes of a member's payments and refunds by their events, as a JSON
 * object; those of orders by the payment of an entry.
 */
export type InvoiceNumbers = (
  reads: Reads,
  memberId: string,
  events: readonly string[],
  orders: readonly OrderEntry[],
) => Promise<string>;
/** Provides those of the invoices. */
export const INVOICE_NUMBERS = Symbol('invoice numbers');

type Asked = z.output<typeof ledgerHttp.statement.query>;

@Controller()
export class LedgerController {
  constructor(
    @Inject(Reads) private readonly reads: Reads,
    @Inject(TITLES_OF) private readonly titlesOf: TitlesOf,
    @Inject(INVOICE_NUMBERS) private readonly invoiceNumbers: InvoiceNumbers,
  ) {}

  @RouteOf(ledgerHttp.statement)
  @ReadsFrom(ledgerModel)
  async statement(
    @Caller() { id }: CallerValue,
    @Query({ schema: ledgerHttp.statement.query }) asked: Asked,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (asked.at !== undefined) sendJson(reply, await balanceAt(this.reads, id, asked.at));
    else if (asked.format === 'csv') await this.sendFile(reply, id, asked);
    else {
      const { json, incomplete, generations, payments, orders } = await statementPage(this.reads, id, asked);
      const [titles, invoices] = await Promise.all([
        this.titlesOf(this.reads, { generations, variants: [] }),
        this.invoiceNumbers(this.reads, id, payments, orders),
      ]);
      sendJson(reply, { json: `${json.slice(0, -1)},"titles":${titles},"invoices":${invoices}}`, incomplete });
    }
  }

  /** As it is read from the database; who goes away in between ends that too. */
  private async sendFile(reply: FastifyReply, memberId: string, filter: EntryFilter): Promise<void> {
    const { portions, incomplete } = await wholeStatement(this.reads, memberId, filter);
    const { from, to, reason, unit } = filter;
    const narrowedBy = { from, to, reason, unit };
    const name = exportName({ product: brand.slug, what: 'statement', narrowedBy, at: new Date(), format: 'csv' });
    if (incomplete) reply.header(INCOMPLETE_HEADER, 'true');
    await reply
      .headers({
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
      .send(Readable.from(statementCsv(portions, filter.lines), { objectMode: false, highWaterMark: 64 * 1024 }));
  }
}
