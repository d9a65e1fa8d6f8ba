import { Refused } from '@easel/contracts/kernel/problem';
import { type FigureFound, reportsHttp, type ReportTable } from '@easel/contracts/reports/http';
import {
  columnLabel,
  isFigure,
  mayReadReport,
  type ReportName,
  reportNames,
  rowKey,
} from '@easel/contracts/reports/policy';
import { reportProblems } from '@easel/contracts/reports/problems';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Inject, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { goneOf, sendJson } from '../kernel/reply.ts';
import { FigureFacts } from '../reports/figure-facts.ts';
import { reportsModel, storedRun } from './report-runs.queries.ts';

type Figure = z.output<typeof reportsHttp.facts.query>;

@Controller()
export class FigureFactsController {
  constructor(
    @Inject(Reads) private readonly reads: Reads,
    @Inject(FigureFacts) private readonly figures: FigureFacts,
  ) {}

  @RouteOf(reportsHttp.facts)
  @ReadsFrom(reportsModel)
  async facts(
    @Param({ schema: reportsHttp.facts.params }) { id }: { id: string },
    @Query({ schema: reportsHttp.facts.query }) figure: Figure,
    @Caller() caller: CallerValue,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const run = await storedRun(this.reads, id);
    const role = caller.kind === 'operator' ? caller.role : undefined;
    if (!run || !mayReadReport(role, run.report)) throw new Refused(reportProblems.notFound);
    const { report, table, parameters, position, code_hash: madeBy } = run;
    if (!table || position === null) throw new Refused(reportProblems.notMade);
    const there = figureIn(table, figure);
    if (!there || !isReport(report)) throw new Refused(reportProblems.noFigure);
    const asked = { report, parameters, position, figure, signal: goneOf(reply) };
    const { cell, count, facts, codeHash } = await this.figures.find(asked);
    const found: FigureFound = { ...there, now: cell, same_code: codeHash === madeBy, count, facts };
    sendJson(reply, { json: JSON.stringify({ success: true, figure: found }), incomplete: false });
  }
}

type Place = Pick<FigureFound, 'words' | 'column' | 'cell'>;

function figureIn({ columns, rows }: ReportTable, { row, column: label }: Figure): Place | undefined {
  const index = columns.findIndex((one) => isFigure(one) && columnLabel(one) === label);
  const cells = rows.find((one) => rowKey(columns, one) === row);
  const column = columns[index];
  return cells && column && { words: JSON.parse(row) as string[], column, cell: cells[index] ?? null };
}

const isReport = (name: string): name is ReportName => reportNames.some((one) => one === name);
