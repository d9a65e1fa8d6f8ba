import { randomUUID } from 'node:crypto';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import type { ReportFact } from '@easel/contracts/reports/events';
import type { FigureFound, WholeRun } from '@easel/contracts/reports/http';
import { rowKey } from '@easel/contracts/reports/policy';
import { reportProblems } from '@easel/contracts/reports/problems';
import { reportStream } from '@easel/contracts/reports/stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AccountStory } from '../testing/accounts.ts';
import { type QueryServer, startQueries } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';

const MADE_WITHIN_MS = 60_000;
const recorder = new Recorder();
const account = new AccountStory(recorder);
const [runId, waitingId] = [randomUUID(), randomUUID()];

let queries: QueryServer;
let bearer: string;
let run: WholeRun;

beforeAll(async () => {
  queries = await startQueries();
  bearer = await bearerOf('analyst');
  await queries.append(account.toppedUp(1_000, 'pi_1'), account.allowance(), account.toppedUp(2_500, 'pi_2'));
  await queries.append(asked(runId, String(await queries.server.foundation.log.head())));
  const made = async (): Promise<boolean> => {
    ({ run } = (await get(`/api/admin/report-runs/${runId}`)).body as { run: WholeRun });
    return run.state === 'made';
  };
  await vi.waitUntil(made, { timeout: MADE_WITHIN_MS });
}, MADE_WITHIN_MS);
afterAll(() => queries.close());

const asked = (id: string, asOf: string | null = null, report = 'revenue'): Recorded =>
  recorder.record<ReportFact>(reportStream.nameOf(id), {
    type: 'ReportRequested',
    data: { runId: id, report, parameters: {}, asOf, againOf: null },
  });

async function bearerOf(role: OperatorRole): Promise<string> {
  const subject = { kind: 'operator', id: randomUUID(), role } as const;
  const { token } = await queries.server.foundation.sessions.open(subject, { days: 1, userAgent: '' });
  return `Bearer ${token}`;
}

const get = (path: string, query = {}) => queries.nobody.get(path).query(query).set('authorization', bearer);
const facts = (id: string, figure: object) => get(`/api/admin/report-runs/${id}/facts`, figure);
const figureOf = (column: string) => ({
  row: rowKey(run.table?.columns ?? [], run.table?.rows[0] ?? []),
  column,
});

describe('a figure of a run', () => {
  test('has the facts that make it up, each with what it added', async () => {
    const { status, body } = await facts(runId, figureOf('top-ups (cents)'));
    expect(status).toBe(200);
    const { figure } = body as { figure: FigureFound };
    expect(figure).toMatchObject({ cell: 3_500, now: 3_500, same_code: true, count: 2 });
    const month = figure.facts[0]?.at.slice(0, 'YYYY-MM'.length);
    expect(figure).toMatchObject({ words: [month, 'real', 'free'], column: { name: 'top-ups', unit: 'cents' } });
    expect(figure.facts.map(({ type, stream, moved }) => [type, stream, moved])).toEqual([
      ['WalletToppedUp', `account-${account.memberId}`, 1_000],
      ['WalletToppedUp', `account-${account.memberId}`, 2_500],
    ]);
    const { body: event } = await get(`/api/admin/events/${figure.facts[1]?.position}`);
    expect(event).toMatchObject({ type: 'WalletToppedUp', data: { paymentId: 'pi_2' } });
  });

  test('is found while somebody else’s is not: one after the other', async () => {
    const both = await Promise.all([1, 2].map(() => facts(runId, figureOf('net (cents)'))));
    const [first, second] = both.toSorted((a, b) => a.status - b.status);
    expect(first?.body).toMatchObject({ figure: { cell: 3_500, count: 2 } });
    expect(second?.status).toBe(503);
    expect(second?.body).toMatchObject({ code: reportProblems.busy.code });
  });

  test.each([
    ['a column', { column: 'colour' }],
    ['a figure', { column: 'tier' }],
    ['a row', { row: '["1999-01","real","free"]' }],
    ['an answer', { row: 'null' }],
  ])('that is not %s of it is not there', async (_, other) => {
    const { status, body } = await facts(runId, { ...figureOf('net (cents)'), ...other });
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: reportProblems.noFigure.code });
  });

  test('of no run is not there; of one that is not made is not yet', async () => {
    expect((await facts(randomUUID(), figureOf('net (cents)'))).body).toMatchObject({
      code: reportProblems.notFound.code,
    });
    const cancelled = recorder.record<ReportFact>(reportStream.nameOf(waitingId), {
      type: 'ReportCancelled',
      data: { runId: waitingId },
    });
    await queries.append(asked(waitingId), cancelled);
    const { status, body } = await facts(waitingId, figureOf('net (cents)'));
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: reportProblems.notMade.code });
  });
});

describe('an auditor', () => {
  const read = async (path: string) => queries.nobody.get(path).set('authorization', await bearerOf('auditor'));

  test('reads runs of revenue and credit liability', async () => {
    const { body } = await read('/api/admin/reports');
    expect((body as { reports: { name: string }[] }).reports.map(({ name }) => name)).toEqual(['liability', 'revenue']);
    expect((await read(`/api/admin/report-runs/${runId}`)).status).toBe(200);
    expect((await read('/api/admin/report-runs?report=revenue')).status).toBe(200);
    const file = await queries.server.app.getUrl().then(async (url) =>
      fetch(`${url}/api/admin/report-runs/${runId}/export`, {
        method: 'POST',
        headers: { authorization: await bearerOf('auditor'), 'content-type': 'application/json' },
        body: '{"format":"csv"}',
      }),
    );
    const name = /^attachment; filename="easel-revenue-as-of-\d+-\d{4}-\d\d-\d\d\.csv"$/;
    expect(file.headers.get('content-disposition')).toMatch(name);
  });

  test('gets 404 for runs of every other report', async () => {
    const id = randomUUID();
    const cancelled = { type: 'ReportCancelled', data: { runId: id } } as const;
    await queries.append(asked(id, null, 'searches'), recorder.record<ReportFact>(reportStream.nameOf(id), cancelled));
    expect((await get(`/api/admin/report-runs/${id}`)).status).toBe(200);
    const { body } = await read('/api/admin/report-runs');
    const { runs } = body as { runs: { id: string }[] };
    expect(runs.map((one) => one.id)).toContain(runId);
    expect(runs.map((one) => one.id)).not.toContain(id);
    const figure = '?row=null&column=searches';
    for (const path of [`report-runs/${id}`, `report-runs/${id}/facts${figure}`, 'report-runs?report=searches']) {
      const { status, body: refusal } = await read(`/api/admin/${path}`);
      expect(status).toBe(404);
      expect(refusal).toMatchObject({ code: reportProblems.notFound.code });
    }
    const exported = await fetch(`${await queries.server.app.getUrl()}/api/admin/report-runs/${id}/export`, {
      method: 'POST',
      headers: { authorization: await bearerOf('auditor'), 'content-type': 'application/json' },
      body: '{"format":"csv"}',
    });
    expect(exported.status).toBe(404);
  });
});
