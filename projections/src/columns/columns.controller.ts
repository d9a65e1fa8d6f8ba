import { Readable } from 'node:stream';
import { brand } from '@easel/contracts/brand';
import { sqlHttp } from '@easel/contracts/columns/http';
import type { SqlFormat } from '@easel/contracts/columns/policy';
import { Issued } from '@easel/kernel/http/caller.decorator';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { BLOB_DIR } from '@easel/kernel/server/tokens';
import { Body, Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { exportName } from '../kernel/export-name.ts';
import { ExportRecords } from '../kernel/export-records.ts';
import { goneOf, sendJson } from '../kernel/reply.ts';
import { columnsIn } from './columns-follower.ts';
import { sqlTables } from './fact-views.ts';
import { SqlRunner } from './run-sql.ts';
import { readSegments } from './segments.ts';
import { StatementRecords } from './statement-records.ts';

type Statement = z.output<typeof sqlHttp.run.body>;
type AskedFile = z.output<typeof sqlHttp.export.body>;

const contentTypes: Readonly<Record<SqlFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

@Controller()
export class ColumnsController {
  private readonly folder: string;

  constructor(
    @Inject(SqlRunner) private readonly runner: SqlRunner,
    @Inject(ExportRecords) private readonly exports: ExportRecords,
    @Inject(StatementRecords) private readonly statements: StatementRecords,
    @Inject(BLOB_DIR) blobDir: string,
  ) {
    this.folder = columnsIn(blobDir);
  }

  @RouteOf(sqlHttp.schema)
  schema(@Res() reply: FastifyReply): void {
    const list = readSegments(this.folder);
    // The console reads this before an analyst can enter a statement.
    if (list) this.runner.prepare(list.segments);
    const place = { position: list ? String(list.position) : null, at: list?.at ?? null };
    sendJson(reply, { json: JSON.stringify({ success: true, tables: sqlTables, ...place }), incomplete: false });
  }

  @RouteOf(sqlHttp.run)
  async run(
    @Body({ schema: sqlHttp.run.body }) { sql, as_of: asOf }: Statement,
    @Issued() context: CommandContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const run = async () => {
      const { position, bytes, rowsRead } = await this.runner.run({ sql, asOf, format: 'rows', signal: goneOf(reply) });
      const answer = Buffer.concat(await Array.fromAsync(bytes)).toString();
      return { position, answer, rows: rowsRead() };
    };
    const { position, answer } = await this.statements.run(sql, context, run, (answered) => answered);
    // It is bounded, and JSON already.
    sendJson(reply, { json: `{"success":true,"as_of":"${position}",${answer.slice(1)}`, incomplete: false });
  }

  /** As it is read; a statement that is refused is so before the first byte. */
  @RouteOf(sqlHttp.export)
  async export(
    @Body({ schema: sqlHttp.export.body }) { sql, as_of: asOf, format }: AskedFile,
    @Issued() context: CommandContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const began = performance.now();
    const run = () => this.runner.run({ sql, asOf, format, signal: goneOf(reply) });
    // Of an answer, the export leaves its own events.
    const { position, bytes, rowsRead } = await this.statements.run(sql, context, run);
    const asked = { what: 'sql', format, filter: { as_of: position, q: sql } };
    const recorded = await this.exports.record(asked, bytes, { context, response: reply.raw, rowsRead, began });
    const name = exportName({ product: brand.slug, what: 'query', asOf: position, at: new Date(), format });
    await reply
      .headers({
        'content-type': contentTypes[format],
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
      .send(Readable.from(recorded, { objectMode: false }));
  }
}
