import { Readable } from 'node:stream';
import { brand } from '@easel/contracts/brand';
import { Refused } from '@easel/contracts/kernel/problem';
import { reportsHttp, type ReportShown, type WholeRun } from '@easel/contracts/reports/http';
import { mayReadReport, type ReportFormat, type ReportName, reportNames } from '@easel/contracts/reports/policy';
import { reportProblems } from '@easel/contracts/reports/problems';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Inject, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { SqlRunner } from '../columns/run-sql.ts';
import type { SqlRows } from '../columns/sql-question.ts';
import { exportName } from '../kernel/export-name.ts';
import { ExportRecords } from '../kernel/export-records.ts';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { sendJson } from '../kernel/reply.ts';
import { builtIn } from '../reports/built-in.ts';
import { csvOf, parquetOf } from '../reports/report-file.ts';
import { ReportWorker } from '../reports/report-worker.ts';
import { lastRuns, reportsModel, storedRun } from './report-runs.queries.ts';

const contentTypes: Readonly<Record<ReportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

const shown: readonly ReportShown[] = Object.entries(builtIn).map(([name, { answers, parameters }]) => ({
  name,
  answers,
  parameters: Object.entries<z.ZodType>(parameters.shape).map(([key, type]) => {
    const { title, description, unit, fallback: words } = type.meta() ?? {};
    const fallback = type.safeParse(undefined).data;
    return {
      name: key,
      title: title ?? null,
      description: description ?? '',
      unit: unit ?? null,
      fallback: fallback === undefined ? (words ?? null) : JSON.stringify(fallback),
    };
  }),
}));

@Controller()
export class ReportRunsController {
  constructor(
    @Inject(Reads) private readonly reads: Reads,
    @Inject(SqlRunner) private readonly sql: SqlRunner,
    @Inject(ReportWorker) private readonly worker: ReportWorker,
    @Inject(ExportRecords) private readonly exports: ExportRecords,
  ) {}

  @RouteOf(reportsHttp.list)
  list(@Caller() caller: CallerValue, @Res() reply: FastifyReply): void {
    send(reply, { reports: shown.filter(({ name }) => mayReadReport(roleOf(caller), name)) });
  }

  @RouteOf(reportsHttp.runs)
  @ReadsFrom(reportsModel)
  async runs(
    @Query({ schema: reportsHttp.runs.query }) { report }: { report?: ReportName | undefined },
    @Caller() caller: CallerValue,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const role = roleOf(caller);
    if (report !== undefined && !mayReadReport(role, report)) throw new Refused(reportProblems.notFound);
    const theirs = role === 'auditor' ? reportNames.filter((name) => mayReadReport(role, name)) : null;
    send(reply, { runs: await lastRuns(this.reads, report === undefined ? theirs : [report]) });
  }

  @RouteOf(reportsHttp.run)
  @ReadsFrom(reportsModel)
  async run(
    @Param({ schema: reportsHttp.run.params }) { id }: { id: string },
    @Caller() caller: CallerValue,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const run = await storedRun(this.reads, id);
    if (!run || !mayReadReport(roleOf(caller), run.report)) throw new Refused(reportProblems.notFound);
    const whole: WholeRun = {
      ...run,
      progress: run.state === 'waiting' ? (this.worker.progressOf(id) ?? null) : null,
      erased_since: run.position === null ? null : await this.erasedSince(run.position),
    };
    send(reply, { run: whole });
  }

  @RouteOf(reportsHttp.export)
  @ReadsFrom(reportsModel)
  async export(
    @Param({ schema: reportsHttp.export.params }) { id }: { id: string },
    @Body({ schema: reportsHttp.export.body }) { format }: { format: ReportFormat },
    @Issued() context: CommandContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const run = await storedRun(this.reads, id);
    if (!run || !mayReadReport(context.actor.role, run.report)) throw new Refused(reportProblems.notFound);
    const { table, report, position, parameters, ended_at: endedAt } = run;
    if (!table) throw new Refused(reportProblems.notMade);
    const told = {
      csv: () => textBytes(csvOf(table)),
      json: () => textBytes(JSON.stringify(table)),
      parquet: () => parquetOf(table, this.sql),
    };
    const bytes = await told[format]();
    const asked = { what: 'reports', format, filter: { run: id, report } };
    const taken = { context, response: reply.raw, rowsRead: () => table.rows.length };
    const recorded = await this.exports.record(asked, bytes, taken);
    const name = exportName({
      product: brand.slug,
      what: report,
      narrowedBy: parameters,
      ...(position !== null && { asOf: position }),
      at: new Date(endedAt ?? Date.now()),
      format,
    });
    await reply
      .headers({
        'content-type': contentTypes[format],
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
      .send(Readable.from(recorded, { objectMode: false }));
  }

  /** Null where the columns cannot tell now. */
  private async erasedSince(position: string): Promise<number | null> {
    const sql = `select count(*) from facts where type = 'MemberErased' and position > ${BigInt(position)}`;
    try {
      const { bytes } = await this.sql.run({ sql, format: 'rows' });
      const { rows } = JSON.parse(Buffer.concat(await Array.fromAsync(bytes)).toString()) as SqlRows;
      return Number(rows[0]?.[0]);
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  }
}

const roleOf = (caller: CallerValue) => (caller.kind === 'operator' ? caller.role : undefined);

const send = (reply: FastifyReply, told: object): void =>
  sendJson(reply, { json: JSON.stringify({ success: true, ...told }), incomplete: false });

// oxlint-disable-next-line require-await -- as the bytes of a database come
async function* textBytes(text: string): AsyncGenerator<Buffer, void, void> {
  yield Buffer.from(text);
}
