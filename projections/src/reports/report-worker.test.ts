import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqlProblems } from '@easel/contracts/columns/problems';
import type { Recorded } from '@easel/contracts/kernel/event';
import { Refused } from '@easel/contracts/kernel/problem';
import type { ReportFact } from '@easel/contracts/reports/events';
import { REPORT_ATTEMPTS } from '@easel/contracts/reports/policy';
import { reportProblems } from '@easel/contracts/reports/problems';
import { reportStream } from '@easel/contracts/reports/stream';
import { createPool } from '@easel/kernel/database/database';
import { createTestDatabase } from '@easel/kernel/testing/database';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { columnsIn } from '../columns/columns-follower.ts';
import { readSegments } from '../columns/segments.ts';
import { keepColumns } from '../columns/testing/columns.ts';
import { MemoryLog } from '../testing/memory-log.ts';
import { Recorder } from '../testing/recorded.ts';
import { silent } from '../testing/silent.ts';
import type { OutcomeCommand, reportOutcomes } from './report-outcomes.decider.ts';
import { ReportWorker } from './report-worker.ts';
import type { ReportRunner } from './run-report.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-report-worker-'));
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 2, name: 'reports' });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const recorder = new Recorder();
function requested(asOf: string | null): Recorded {
  const runId = randomUUID();
  const data = { runId, report: 'revenue', parameters: {}, asOf, againOf: null };
  return recorder.record<ReportFact>(reportStream.nameOf(runId), { type: 'ReportRequested', data });
}

test('as of an instant none is made before the columns have its own request, and so all that came before it', async () => {
  const blobs = join(folder, 'blobs');
  const columns = columnsIn(blobs);
  const now = requested(null);
  const midnight = requested('2026-12-01T00:00:00.000Z');
  await keepColumns(columns, [now]);
  const run = vi.fn<ReportRunner['run']>(() =>
    Promise.resolve({
      position: String(readSegments(columns)?.position),
      filter: [],
      parameters: {},
      codeHash: 'c0de',
      result: '{}',
    }),
  );
  const execute = vi.fn<() => Promise<never>>(() => Promise.resolve({ facts: [] } as never));
  const log = new MemoryLog([now, midnight]);
  const worker = new ReportWorker(log as never, { execute }, { run }, pool, blobs, silent);
  worker.onApplicationBootstrap();
  try {
    await vi.waitFor(() => expect(execute).toHaveBeenCalledTimes(1));
    // It is the other one's turn as soon as what came of the first is told.
    await new Promise((resolve) => void setImmediate(resolve));
    expect(run).toHaveBeenCalledTimes(1);
    await keepColumns(columns, [now, midnight]);
    await vi.waitFor(() => expect(execute).toHaveBeenCalledTimes(2), { timeout: 5_000 });
    await expect(run.mock.results[1]?.value).resolves.toMatchObject({ position: String(midnight.position) });
  } finally {
    await worker.beforeApplicationShutdown();
  }
});

test.each([reportProblems.broken, sqlProblems.broken])(
  'makes a report again whose process has died, up to the last attempt: $code',
  async (problem) => {
    const blobs = join(folder, randomUUID());
    const asked = requested(null);
    const { runId } = asked.data as { runId: string };
    const facts = [asked as unknown as ReportFact];
    const decided = vi.fn<(fact: ReportFact | undefined) => void>();
    const execute = (_: string, decider: typeof reportOutcomes, command: OutcomeCommand) => {
      // As if every wait were over.
      const dated = command.type === 'InterruptRun' ? { ...command, at: new Date(0) } : command;
      const told = decider.decide(dated, facts.reduce(decider.evolve, decider.initial()));
      facts.push(...told);
      decided(told[0]);
      return Promise.resolve({ facts: told });
    };
    const run = vi.fn<ReportRunner['run']>(() => Promise.reject(new Refused(problem)));
    const worker = new ReportWorker(
      new MemoryLog([asked]) as never,
      { execute } as never,
      { run },
      pool,
      blobs,
      silent,
    );
    worker.onApplicationBootstrap();
    try {
      await vi.waitFor(() => expect(facts.at(-1)?.type).toBe('ReportFailed'));
      expect(run).toHaveBeenCalledTimes(REPORT_ATTEMPTS);
      expect(facts.map(({ type }) => type)).toEqual([
        'ReportRequested',
        ...Array.from({ length: REPORT_ATTEMPTS - 1 }, () => 'ReportInterrupted'),
        'ReportFailed',
      ]);
      expect(facts.at(-1)?.data).toMatchObject({ runId, problem: problem.code, detail: 'It was tried 5 times.' });
    } finally {
      await worker.beforeApplicationShutdown();
    }
  },
);

test('goes on counting the attempts of a run that another process began', async () => {
  const asked = requested(null);
  const { runId } = asked.data as { runId: string };
  const interrupted = recorder.record<ReportFact>(reportStream.nameOf(runId), {
    type: 'ReportInterrupted',
    data: { runId, attempt: 3, problem: 'reports.broken', message: 'It died', retryAt: '2026-12-01T00:00:00.000Z' },
  });
  const execute = vi.fn<(stream: string, decider: unknown, command: OutcomeCommand) => Promise<never>>(() =>
    Promise.resolve({ facts: [] } as never),
  );
  const run = vi.fn<ReportRunner['run']>(() => Promise.reject(new Refused(reportProblems.broken)));
  const log = new MemoryLog([asked, interrupted]);
  const worker = new ReportWorker(log as never, { execute } as never, { run }, pool, join(folder, 'other'), silent);
  worker.onApplicationBootstrap();
  try {
    await vi.waitFor(() => expect(execute).toHaveBeenCalledTimes(1));
    expect(execute.mock.calls[0]?.[2]).toMatchObject({ type: 'InterruptRun', runId, attempt: 4 });
  } finally {
    await worker.beforeApplicationShutdown();
  }
});
