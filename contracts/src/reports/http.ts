import * as z from 'zod/mini';
import { sqlProblems } from '../columns/problems.ts';
import { instantText } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';
import { neededVerbatim } from '../kernel/needed.ts';
import { reportFormats, reportNames, reportUnits, runStates } from './policy.ts';
import { reportProblems } from './problems.ts';

const analysts = { operators: ['admin', 'analyst'] } as const;
/** Auditors get 404 for reports that are not theirs (`mayReadReport`). */
const readers = { operators: ['admin', 'analyst', 'auditor'] } as const;
const success = z.object({ success: z.literal(true) });
const byId = z.object({ id: z.uuid() });
const position = z.string();
const asOf = z.union([z.string().check(z.regex(/^\d{1,18}$/)), instantText], 'A position in the log, or an instant');
const parameters = z.record(z.string(), z.string().check(z.maxLength(200)));

const report = z.object({
  name: z.string(),
  /** The question, in a sentence. */
  answers: z.string(),
  parameters: z.array(
    z.object({
      name: z.string(),
      /** What a person reads; the name where it has none. */
      title: z.nullable(z.string()),
      description: z.string(),
      /** Of a sum: it is given in dollars, or in credits. */
      unit: z.nullable(z.enum(['cents', 'tenths'])),
      /** What counts where it is absent. */
      fallback: z.nullable(z.string()),
    }),
  ),
});
export type ReportShown = z.output<typeof report>;

const cell = z.nullable(z.union([z.string(), z.number()]));
const column = z.object({ name: z.string(), unit: z.enum(reportUnits) });
const table = z.object({
  columns: z.array(column),
  rows: z.array(z.array(cell)),
});
export type ReportTable = z.output<typeof table>;

const run = z.object({
  id: z.string(),
  report: z.string(),
  parameters,
  /** As it was asked for; null: as far as the log went. */
  as_of: z.nullable(z.string()),
  state: z.enum(runStates),
  requested_at: z.string(),
  requested_by: z.object({ id: z.string(), role: z.nullable(z.string()) }),
  ended_at: z.nullable(z.string()),
  /** Of one that is made: the last fact's, from which its bytes follow. */
  position: z.nullable(position),
  code_hash: z.nullable(z.string()),
  again_of: z.nullable(z.string()),
  /** What has it made every month; null where somebody asked. */
  schedule_id: z.nullable(z.string()),
});
export type ReportRun = z.output<typeof run>;

const wholeRun = z.extend(run, {
  filter: z.nullable(z.array(z.string())),
  table: z.nullable(table),
  /** SHA-256 of the bytes of its result. */
  result_hash: z.nullable(z.string()),
  /** Of one that could not be made. */
  failure: z.nullable(z.object({ message: z.string(), detail: z.nullable(z.string()) })),
  /** While it is being made: positions in the log, so far and where it ends. */
  progress: z.nullable(z.object({ position, of: position })),
  /** Of one that waits: its process has died. Attempts so far, of at most so many, and when it is made again. */
  interrupted: z.nullable(
    z.object({ attempts: z.number(), of: z.number(), message: z.string(), retry_at: z.string() }),
  ),
  /** Against the run that it repeats: null while one of the two has no result. */
  repeats: z.nullable(z.object({ same: z.boolean(), same_code: z.boolean() })),
  /** People who were erased since: reports see nothing personal, and figures stand. */
  erased_since: z.nullable(z.number()),
});
export type WholeRun = z.output<typeof wholeRun>;

const figureFound = z.object({
  /** What its row is told by. */
  words: z.array(z.string()),
  column,
  /** As the run has it, and as the facts come to it now: not the same where code or facts are others since. */
  cell,
  now: cell,
  same_code: z.boolean(),
  /** Of all; the first ones are listed, in the log's order. */
  count: z.number(),
  facts: z.array(
    z.object({
      position,
      type: z.string(),
      stream: z.string(),
      at: z.string(),
      /** What it added to a sum; null where the figure is none, and the fact is one of those that it is of. */
      moved: z.nullable(z.number()),
    }),
  ),
});
export type FigureFound = z.output<typeof figureFound>;

const schedule = z.object({
  id: z.string(),
  report: z.string(),
  parameters,
  scheduled_at: z.string(),
  scheduled_by: z.object({ id: z.string(), role: z.nullable(z.string()) }),
  /** The first, at midnight UTC, as of which it is made next. */
  next_at: z.string(),
});
export type ReportSchedule = z.output<typeof schedule>;

const reportName = z.enum(reportNames, 'There is no such report');
const scheduled = z.object({ report: reportName, id: z.uuid() });

export const reportsHttp = {
  /** Those that are built in. */
  list: route({
    method: 'GET',
    path: '/api/admin/reports',
    side: 'query',
    access: readers,
    reply: z.extend(success, { reports: z.array(report) }),
  }),
  /** The last runs of one, or of all. */
  runs: route({
    method: 'GET',
    path: '/api/admin/report-runs',
    side: 'query',
    access: readers,
    query: z.object({ report: z.optional(reportName) }),
    reply: z.extend(success, { runs: z.array(run) }),
    errors: [reportProblems.notFound],
  }),
  run: route({
    method: 'GET',
    path: '/api/admin/report-runs/:id',
    side: 'query',
    access: readers,
    params: byId,
    reply: z.extend(success, { run: wholeRun }),
    errors: [reportProblems.notFound],
  }),
  /** Has one made, under an id that whoever asks has made. It goes on whatever becomes of who asked. */
  request: route({
    method: 'PUT',
    path: '/api/admin/report-runs/:id',
    side: 'command',
    access: readers,
    params: byId,
    body: z.object({
      report: z.enum(reportNames, 'Please choose a report'),
      parameters: z.optional(parameters),
      /** As far as the log goes where it is absent. */
      as_of: z.optional(asOf),
      again_of: z.optional(z.uuid('The run that this one repeats')),
    }),
    reply: success,
    errors: [reportProblems.notFound],
    limit: { calls: 60, seconds: 60 },
    moves: ['reports'],
  }),
  /** One that has ended stays as it is. */
  cancel: route({
    method: 'POST',
    path: '/api/admin/report-runs/:id/cancel',
    side: 'command',
    access: analysts,
    params: byId,
    reply: success,
    errors: [reportProblems.notFound, reportProblems.ended],
    moves: ['reports'],
  }),
  /** The facts behind one figure of its table: a row by its words, a column by its label (`reports/policy.ts`). */
  facts: route({
    method: 'GET',
    path: '/api/admin/report-runs/:id/facts',
    side: 'query',
    access: readers,
    params: byId,
    query: z.object({
      row: neededVerbatim('Please choose a row'),
      column: neededVerbatim('Please choose a column'),
    }),
    reply: z.extend(success, { figure: figureFound }),
    errors: [
      reportProblems.notFound,
      reportProblems.notMade,
      reportProblems.noFigure,
      reportProblems.parameters,
      reportProblems.factsSlow,
      reportProblems.hungry,
      reportProblems.failed,
      reportProblems.busy,
      sqlProblems.notYet,
      sqlProblems.busy,
      sqlProblems.none,
      sqlProblems.unreadable,
      sqlProblems.broken,
    ],
    limit: { calls: 30, seconds: 60 },
  }),
  /** What of a report is made every month, the oldest first. */
  schedules: route({
    method: 'GET',
    path: '/api/admin/reports/:report/schedules',
    side: 'query',
    access: analysts,
    params: z.object({ report: reportName }),
    reply: z.extend(success, { schedules: z.array(schedule) }),
  }),
  /** Has one made on the first of every month, under an id that whoever asks has made. */
  schedule: route({
    method: 'PUT',
    path: '/api/admin/reports/:report/schedules/:id',
    side: 'command',
    access: analysts,
    params: scheduled,
    body: z.object({ parameters: z.optional(parameters) }),
    reply: success,
    errors: [reportProblems.scheduledAlready, reportProblems.tooManySchedules],
    limit: { calls: 60, seconds: 60 },
    moves: ['reports'],
  }),
  /** What was made stays. */
  unschedule: route({
    method: 'DELETE',
    path: '/api/admin/reports/:report/schedules/:id',
    side: 'command',
    access: analysts,
    params: scheduled,
    reply: success,
    errors: [reportProblems.notScheduled],
    moves: ['reports'],
  }),
  /** Its table, as a file. Facts tell who took it, and how large it was. */
  export: route({
    method: 'POST',
    path: '/api/admin/report-runs/:id/export',
    side: 'query',
    access: readers,
    params: byId,
    body: z.object({ format: z.enum(reportFormats, 'Please choose csv, json or parquet') }),
    errors: [
      reportProblems.notFound,
      reportProblems.notMade,
      sqlProblems.busy,
      sqlProblems.none,
      sqlProblems.unreadable,
      sqlProblems.broken,
    ],
    limit: { calls: 30, seconds: 60 },
  }),
};
