import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { operatorsHttp } from '@easel/contracts/operators/http';
import { reportsHttp } from '@easel/contracts/reports/http';
import { nextFirstAt } from '@easel/contracts/reports/policy';
import type { ScheduleFact } from '@easel/contracts/reports/schedules.events';
import { reportStream, scheduleStream } from '@easel/contracts/reports/stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HttpClient } from './harness/client.ts';
import { expectOk } from './harness/people.ts';
import { operator, startProduct, type Product } from './harness/product.ts';
import { Records, streamsOf } from './harness/records.ts';
import { until } from './harness/until.ts';

const clock = new URL('../dist/faults/golden/shifted-clock.js', import.meta.url).href;
const HOUR_MS = 3_600_000;

let product: Product;
let http: HttpClient;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-once-'));
  product = await startProduct();
  http = new HttpClient(product);
});
afterAll(async () => {
  await product?.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function signIn(): Promise<string> {
  const { email, password } = operator;
  const reply = await http.call('POST', operatorsHttp.login.path, { body: { email, password } });
  return operatorsHttp.login.reply.parse(expectOk(reply).body).token;
}

const pathOf = (id: string): string => reportsHttp.schedule.path.replace(':report', 'answers').replace(':id', id);

/** A report that is made every month from now on. */
async function schedule(parameters: Record<string, string>): Promise<string> {
  const id = randomUUID();
  expectOk(await http.call('PUT', pathOf(id), { token: await signIn(), body: { parameters } }));
  return id;
}

/** The firsts on which it fell due. */
async function fallenDue({ log }: Records, id: string): Promise<string[]> {
  const facts = await Array.fromAsync(log.read<ScheduleFact>(scheduleStream.nameOf('answers')));
  return facts.flatMap(({ type, data }) => (type === 'ReportFellDue' && data.scheduleId === id ? [data.asOf] : []));
}

/** What there is of each of its runs. */
async function runsOf(records: Records, id: string): Promise<{ asOf: string; types: string[] }[]> {
  const runs = streamsOf(await records.streams(), reportStream.category).map(([, facts]) => facts);
  return runs
    .filter(([requested]) => requested?.data['scheduleId'] === id)
    .map((facts) => ({ asOf: facts[0]?.data['asOf'] as string, types: facts.map(({ type }) => type) }));
}

test('each first has one run as of its midnight, wherever the process dies, and the last alone where some were missed', async () => {
  const [stays, leaves] = [await schedule({ from: '2026-01' }), await schedule({})];
  const firsts: string[] = [];
  let first = new Date();
  for (const { point, months } of [
    { point: 'decider.before-append', months: 1 },
    { point: 'decider.after-append', months: 1 },
    { point: 'process.after-act', months: 3 },
  ]) {
    for (let month = 0; month < months; month++) first = nextFirstAt(first);
    firsts.push(first.toISOString());
    const onceFile = join(folder, point);
    const shiftMs = first.getTime() + HOUR_MS - Date.now();
    await product.killEverything();
    await product.start({
      faultPoint: point,
      onceFile,
      restarts: true,
      env: { NODE_OPTIONS: `--import=${clock}`, GOLDEN_SHIFT_MS: String(shiftMs) },
    });
    await until(() => existsSync(onceFile), { why: () => `(the death at ${point})` });
    await product.ready();
    await Records.of(product, async (records) => {
      await until(async () => (await fallenDue(records, stays)).length >= firsts.length);
      if (firsts.length === 1) await until(async () => (await fallenDue(records, leaves)).length > 0);
      expect(await fallenDue(records, stays)).toEqual(firsts);
      expect(await fallenDue(records, leaves)).toEqual(firsts.slice(0, 1));
      const made = firsts.map((asOf) => ({ asOf, types: ['ReportRequested', 'ReportMade'] }));
      for (const [id, all] of [
        [stays, made],
        [leaves, made.slice(0, 1)],
      ] as const) {
        await until(async () => isDeepStrictEqual(await runsOf(records, id), all), { everyMs: 500 });
      }
    });
    if (firsts.length === 1) expectOk(await http.call('DELETE', pathOf(leaves), { token: await signIn() }));
  }
});
