import { Readable } from 'node:stream';
import { brand } from '@easel/contracts/brand';
import { MORE_HEADER } from '@easel/contracts/kernel/console';
import { type Problem, Refused } from '@easel/contracts/kernel/problem';
import { ledgerConsoleHttp, ledgerProblems } from '@easel/contracts/ledger/console.http';
import { Issued } from '@easel/kernel/http/caller.decorator';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Sealer } from '@easel/kernel/identity/sealing';
import type { AskedList } from '@easel/kernel/http/simple-rest';
import { Controller, Inject, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { exportName } from '../kernel/export-name.ts';
import { ExportRecords } from '../kernel/export-records.ts';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { INCOMPLETE_HEADER, type JsonReply, sendJson } from '../kernel/reply.ts';
import { chainedExport, EXPORT_SIGNATURE } from './chained-export.ts';
import { consoleCsv } from './console-csv.ts';
import { readLedgerList } from './console-filter.ts';
import { ledgerAccount, ledgerEntries, ledgerEntryById, wholeLedger } from './console.queries.ts';
import { ledgerModel } from './ledger.queries.ts';

const fileTypes = { csv: 'text/csv; charset=utf-8; header=present', ndjson: 'application/x-ndjson; charset=utf-8' };

/** Every movement of every account, for those who look after the money. */
@Controller()
export class LedgerConsoleController {
  constructor(
    @Inject(Reads) private readonly reads: Reads,
    @Inject(Sealer) private readonly sealer: Sealer,
    @Inject(ExportRecords) private readonly exports: ExportRecords,
  ) {}

  @RouteOf(ledgerConsoleHttp.list)
  @ReadsFrom(ledgerModel)
  async list(
    @Query({ schema: ledgerConsoleHttp.list.query }) asked: AskedList,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { filter, limit } = readLedgerList(asked);
    const found = await ledgerEntries(this.reads, filter, limit);
    // How many there are nobody has counted.
    reply.header('content-range', `ledger ${found.rows > 0 ? `0-${found.rows - 1}` : '*'}/*`);
    reply.header(MORE_HEADER, String(found.more));
    sendJson(reply, found);
  }

  /** As it is read from the database; who goes away in between ends that too. A fact tells of it in either case. */
  @RouteOf(ledgerConsoleHttp.export)
  @ReadsFrom(ledgerModel)
  async export(
    @Query({ schema: ledgerConsoleHttp.export.query }) asked: z.output<typeof ledgerConsoleHttp.export.query>,
    @Issued() context: CommandContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { format } = asked;
    const { filter } = readLedgerList({ filter: asked.filter });
    const { portions: read, position, incomplete } = await wholeLedger(this.reads, filter);
    const portions = await this.exports.record({ what: 'ledger', format, filter }, read, {
      context,
      response: reply.raw,
    });
    const madeAt = new Date();
    const name = exportName({ product: brand.slug, what: 'ledger', narrowedBy: filter, at: madeAt, format });
    const sign = (text: string): string => this.sealer.digest(EXPORT_SIGNATURE, text);
    const text = format === 'csv' ? consoleCsv(portions) : chainedExport(portions, { madeAt, position, filter, sign });
    if (incomplete) reply.header(INCOMPLETE_HEADER, 'true');
    await reply
      .headers({
        'content-type': fileTypes[format],
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
      .send(Readable.from(text, { objectMode: false, highWaterMark: 64 * 1024 }));
  }

  @RouteOf(ledgerConsoleHttp.account)
  @ReadsFrom(ledgerModel)
  async account(
    @Param({ schema: ledgerConsoleHttp.account.params }) { memberId }: { memberId: string },
    @Query({ schema: ledgerConsoleHttp.account.query }) { at }: z.output<typeof ledgerConsoleHttp.account.query>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendFound(reply, await ledgerAccount(this.reads, memberId, at), ledgerProblems.noAccount);
  }

  @RouteOf(ledgerConsoleHttp.one)
  @ReadsFrom(ledgerModel)
  async one(
    @Param({ schema: ledgerConsoleHttp.one.params }) { id }: { id: string },
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendFound(reply, await ledgerEntryById(this.reads, id), ledgerProblems.notFound);
  }
}

function sendFound(reply: FastifyReply, found: JsonReply | undefined, otherwise: Problem): void {
  if (!found) throw new Refused(otherwise);
  sendJson(reply, found);
}
