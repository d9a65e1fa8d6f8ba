import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { ReportFact } from '@easel/contracts/reports/events';
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
  const execute = vi.fn<() => Promise<never>>(() => Promise.resolve({} as never));
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
