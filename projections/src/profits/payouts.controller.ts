import { Readable } from 'node:stream';
import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import { brand } from '@easel/contracts/brand';
import { payoutsConsoleHttp, type PayoutRecord } from '@easel/contracts/earnings/console.http';
import { earningProblems, payoutReference } from '@easel/contracts/earnings/policy';
import { MORE_HEADER } from '@easel/contracts/kernel/console';
import { centsToDollars, tenthsToCredits } from '@easel/contracts/kernel/money';
import { Refused } from '@easel/contracts/kernel/problem';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { type Column, csvOf } from '@easel/kernel/files/csv';
import { Issued } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import type { AskedList } from '@easel/kernel/http/simple-rest';
import { EventLog } from '@easel/kernel/log/event-log';
import { Controller, Inject, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { exportName } from '../kernel/export-name.ts';
import { ExportRecords } from '../kernel/export-records.ts';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { sendJson } from '../kernel/reply.ts';
import { type FoundPayout, listedPayouts, payoutById, payoutList, payoutPortions } from './payouts.queries.ts';
import { profitsModel } from './profits.queries.ts';

/** A row of the file for the bank. */
interface Transfer {
  payoutId: string;
  accountHolder: string;
  iban: string;
  payoutCents: number;
}

const columns: readonly Column<Transfer>[] = [
  ['Payout', ({ payoutId }) => payoutId],
  ['Account holder', ({ accountHolder }) => accountHolder],
  ['IBAN', ({ iban }) => iban],
  ['Amount (USD)', ({ payoutCents }) => centsToDollars(payoutCents), 2],
  ['Reference', ({ payoutId }) => payoutReference(payoutId)],
];

/** Payouts of all members for the console. */
@Controller()
export class PayoutsController {
  constructor(
    @Inject(Reads) private readonly reads: Reads,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(ExportRecords) private readonly exports: ExportRecords,
  ) {}

  @RouteOf(payoutsConsoleHttp.list)
  @ReadsFrom(profitsModel)
  async list(
    @Query({ schema: payoutsConsoleHttp.list.query }) asked: AskedList,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { filter, limit } = payoutList.read(asked);
    const { payouts, more, incomplete } = await listedPayouts(this.reads, filter, limit);
    reply
      .header('content-range', `payouts ${payouts.length > 0 ? `0-${payouts.length - 1}` : '*'}/*`)
      .header(MORE_HEADER, String(more));
    sendJson(reply, { json: JSON.stringify(payouts.map(recordOf)), incomplete });
  }

  /** Reads account holders and IBANs from the events of the requests, since no table stores them. */
  @RouteOf(payoutsConsoleHttp.export)
  @ReadsFrom(profitsModel)
  async export(
    @Query({ schema: payoutsConsoleHttp.export.query }) asked: z.output<typeof payoutsConsoleHttp.export.query>,
    @Issued() context: CommandContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { filter: given } = payoutList.read({ filter: asked.filter });
    const filter = { ...given, status: ['requested' as const] };
    const portions = await this.exports.record(
      { what: 'payouts', format: 'csv', filter },
      this.transfers(payoutPortions(this.reads, filter)),
      { context, response: reply.raw },
    );
    const at = new Date();
    const name = exportName({ product: brand.slug, what: 'payouts', narrowedBy: given, at, format: 'csv' });
    await reply
      .headers({
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
      .send(Readable.from(csvOf(columns, portions), { objectMode: false }));
  }

  @RouteOf(payoutsConsoleHttp.record)
  @ReadsFrom(profitsModel)
  async record(
    @Param({ schema: payoutsConsoleHttp.record.params }) { id }: { id: string },
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await payoutById(this.reads, id);
    if (!found) throw new Refused(earningProblems.payoutUnknown);
    sendJson(reply, { json: JSON.stringify(recordOf(found.payout)), incomplete: found.incomplete });
  }

  private async *transfers(portions: AsyncIterable<FoundPayout[]>): AsyncGenerator<Transfer[], void, void> {
    for await (const portion of portions) yield await Promise.all(portion.map((payout) => this.transferOf(payout)));
  }

  private async transferOf({ id, member_id: memberId, revision }: FoundPayout): Promise<Transfer> {
    const stream = accountStream.nameOf(memberId);
    const event = await this.log.first<AccountFact>(stream, revision);
    if (event?.type !== 'PayoutRequested' || event.unreadable) throw new Error(`payout ${id} cannot be read`);
    const { iban, accountHolder, payoutCents } = event.data;
    return { payoutId: id, accountHolder, iban, payoutCents };
  }
}

const recordOf = (payout: FoundPayout): PayoutRecord => ({
  id: payout.id,
  member_id: payout.member_id,
  status: payout.status,
  credits: tenthsToCredits(payout.tenths),
  dollars: centsToDollars(payout.cents),
  amount: centsToDollars(payout.payout_cents),
  reference: payoutReference(payout.id),
  requested_at: payout.requested_at,
  settled_at: payout.settled_at,
  reason: payout.reason,
  operator_id: payout.operator_id,
  confirmed_by: payout.confirmed_by,
  confirmed_at: payout.confirmed_at,
  bank: payout.bank,
  cursor: payout.place,
});
