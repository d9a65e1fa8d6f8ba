// spec: faults F35
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operationProblems, operationsHttp, type RebuildRun } from '@easel/contracts/operations/http';
import { hasEnded } from '@easel/contracts/operations/policy';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reply } from './harness/client.ts';
import { expectOk, People } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';
import { startSecondApi } from './harness/programs.ts';
import { Records } from './harness/records.ts';
import { until } from './harness/until.ts';

const NAME = 'ledger';
const reason = 'a test of faults';
const swappedLog = ['RebuildRequested', 'RebuildSwapBegun', 'RebuildEnded swapped'];
const ascending = (a: number, b: number): number => a - b;
const cancelledLog = ['RebuildRequested', 'RebuildCancelled'];

let product: Product;
let people: People;
/** Of an admin and an analyst. */
let tokens: [string, string];
let folder: string;
/** Where the ledger's tables are. */
let schema: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-once-'));
  product = await startProduct();
  people = new People(product);
  tokens = [await people.operator(), await people.invited('analyst')];
  const member = await people.register();
  await people.grant(member, 20);
  ({ schema } = await look());
});
afterAll(async () => {
  await product?.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function look() {
  const path = operationsHttp.one.path.replace(':id', NAME);
  return operationsHttp.one.reply.parse(expectOk(await people.http.call('GET', path, { token: tokens[0] })).body);
}
const post = (path: string, body: object, { by = tokens[0], http = people.http } = {}): Promise<Reply> =>
  http.call('POST', path.replace(':id', NAME), { token: by, body: { reason, ...body } });

async function askForRebuild(): Promise<string> {
  const { body } = expectOk(await post(operationsHttp.rebuild.path, {}));
  return operationsHttp.rebuild.reply.parse(body).run_id;
}
/** By both operators at once: statuses, the lower first, and what who was refused is told. */
async function cancelTwice(runId: string): Promise<{ statuses: number[]; told: string[] }> {
  const replies = await Promise.all(tokens.map((by) => post(operationsHttp.cancel.path, { run_id: runId }, { by })));
  return {
    statuses: replies.map(({ status }) => status).toSorted(ascending),
    told: replies.filter(({ status }) => status === 409).map(({ body }) => (body as { message: string }).message),
  };
}
const runOf = async (runId: string): Promise<RebuildRun | undefined> =>
  (await look()).runs.find(({ id }) => id === runId);
const ended = (runId: string): Promise<RebuildRun> =>
  until(async () => {
    const run = await runOf(runId);
    return run && hasEnded(run.status) && run;
  });

/** What the log tells of the rebuild. */
const logOf = (runId: string): Promise<string[]> =>
  Records.of(product, async (records) =>
    ((await records.streams()).get(`projection-${NAME}`) ?? [])
      .filter(({ data }) => data['runId'] === runId)
      .map(({ type, data }) => (type === 'RebuildEnded' ? `${type} ${String(data['outcome'])}` : type)),
  );
/** The schemas of the ledger's tables, by their ids: a swap puts another one under the same name. */
const schemas = (): Promise<{ name: string; id: number }[]> =>
  Records.of(product, (records) =>
    records.rows(`select nspname as name, oid::int as id from pg_namespace where starts_with(nspname, $1)`, [schema]),
  );

/** While the rebuild is held up: until the work has ended, or the database has. */
async function heldBy(lock: string, work: () => Promise<void>): Promise<void> {
  await Records.of(product, async ({ pool }) => {
    const client = await pool.connect();
    client.on('error', () => undefined);
    await client.query(`begin; ${lock}`);
    try {
      await work();
    } finally {
      await client.query('rollback').catch(() => undefined);
      client.release(true);
    }
  });
}
const isHeld = (): Promise<true> =>
  Records.of(product, (records) =>
    until(async () => {
      const sql = `select from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'`;
      return (await records.rows(sql, [`rebuild ${NAME}`])).length > 0;
    }),
  );
/** Before anything is decided. */
const onTheWay = () => `select from read_operations.projections where schema = '${schema}' for update`;
/** Between the fact that the swap begins and the swap. */
const amidTheSwap = 'lock table read_operations.parked in share mode';

describe('35: a rebuild that two operators cancel at once', () => {
  test('before its swap begins is cancelled by one of them, and its tables never serve', async () => {
    const before = await schemas();
    let runId = '';
    await heldBy(onTheWay(), async () => {
      runId = await askForRebuild();
      await isHeld();
      expect(await cancelTwice(runId)).toEqual({
        statuses: [200, 409],
        told: [operationProblems.alreadyCancelled.message],
      });
    });
    expect(await ended(runId)).toMatchObject({ status: 'cancelled', error: null });
    expect(await logOf(runId)).toEqual(cancelledLog);
    expect(await schemas()).toEqual(before);
  });

  test('before its swap begins stays cancelled over kill -9, and nothing of it is left', async () => {
    const before = await schemas();
    let runId = '';
    await heldBy(onTheWay(), async () => {
      runId = await askForRebuild();
      await isHeld();
      expect((await cancelTwice(runId)).statuses).toEqual([200, 409]);
      await product.killEverything();
    });
    await product.start();
    expect(await ended(runId)).toMatchObject({ status: 'cancelled' });
    expect(await logOf(runId)).toEqual(cancelledLog);
    expect(await schemas()).toEqual(before);
  });

  test('amid its swap takes effect, and both are told so', async () => {
    const before = await schemas();
    let runId = '';
    await heldBy(amidTheSwap, async () => {
      runId = await askForRebuild();
      await isHeld();
      await until(async () => (await runOf(runId))?.status === 'swapping');
      const { message } = operationProblems.swapBegun;
      expect(await cancelTwice(runId)).toEqual({ statuses: [409, 409], told: [message, message] });
      expect(await schemas()).toContainEqual(before[0]);
    });
    expect(await ended(runId)).toMatchObject({ status: 'swapped', error: null });
    const { message } = operationProblems.swapped;
    expect(await cancelTwice(runId)).toEqual({ statuses: [409, 409], told: [message, message] });
    expect(await logOf(runId)).toEqual(swappedLog);
    const after = await schemas();
    expect(after).toMatchObject([{ name: schema }]);
    expect(after).not.toEqual(before);
  });

  test('amid its swap takes effect over kill -9, too', async () => {
    const before = await schemas();
    let runId = '';
    await heldBy(amidTheSwap, async () => {
      runId = await askForRebuild();
      await isHeld();
      expect((await cancelTwice(runId)).statuses).toEqual([409, 409]);
      await product.killEverything();
    });
    await product.start();
    expect((await cancelTwice(runId)).statuses).toEqual([409, 409]);
    expect(await ended(runId)).toMatchObject({ status: 'swapped', error: null });
    expect(await logOf(runId)).toEqual(swappedLog);
    const after = await schemas();
    expect(after).toMatchObject([{ name: schema }]);
    expect(after).not.toEqual(before);
  });
});

const undecided = 'rebuild.before-swap-begun';
const decided = ['rebuild.after-swap-begun', 'rebuild.before-commit', 'rebuild.after-commit', 'rebuild.after-end'];

describe('35: log and tables agree on a rebuild that is cancelled when its process has died at', () => {
  test.each([undecided, ...decided])('%s', async (faultPoint) => {
    const before = await schemas();
    const onceFile = join(folder, `${faultPoint} ${randomUUID()}`);
    await product.killEverything();
    await product.start({ faultPoint, onceFile, restarts: true });
    const runId = await askForRebuild();
    await until(() => existsSync(onceFile), { why: () => `(the death at ${faultPoint})` });
    const { statuses } = await cancelTwice(runId);
    const { status } = await ended(runId);
    const after = await schemas();

    const isCancelled = statuses.includes(200);
    // Where nothing is decided yet, whoever is back first decides: the operators or the rebuild.
    expect(isCancelled && faultPoint !== undecided).toBe(false);
    expect(statuses).toEqual(isCancelled ? [200, 409] : [409, 409]);
    expect(status).toBe(isCancelled ? 'cancelled' : 'swapped');
    expect(await logOf(runId)).toEqual(isCancelled ? cancelledLog : swappedLog);
    expect(after).toHaveLength(1);
    expect(after[0]?.id === before[0]?.id).toBe(isCancelled);
    expect(product.deaths).toBeGreaterThan(0);
  });
});

test('35: of two operators who do the same at once, through two processes, one is answered and the log holds one fact', async () => {
  await product.killEverything();
  await product.start();
  const second = await startSecondApi(product);
  const other = people.through(second.address).http;
  const factsOf = (type: string): Promise<number> =>
    Records.of(
      product,
      async (records) =>
        ((await records.streams()).get(`projection-${NAME}`) ?? []).filter((fact) => fact.type === type).length,
    );
  const atOnce = async (type: string, path: string, body: object = {}): Promise<unknown> => {
    const facts = await factsOf(type);
    const replies = await Promise.all([post(path, body), post(path, body, { by: tokens[1], http: other })]);
    expect(replies.map(({ status }) => status).toSorted(ascending)).toEqual([200, 409]);
    expect(await factsOf(type)).toBe(facts + 1);
    return replies.find(({ status }) => status === 200)?.body;
  };
  try {
    await atOnce('ProjectionPaused', operationsHttp.pause.path);
    await atOnce('ProjectionResumed', operationsHttp.resume.path);
    await heldBy(onTheWay(), async () => {
      const asked = await atOnce('RebuildRequested', operationsHttp.rebuild.path);
      const { run_id } = operationsHttp.rebuild.reply.parse(asked);
      await atOnce('RebuildCancelled', operationsHttp.cancel.path, { run_id });
    });
  } finally {
    expect(await second.stop()).toBe(0);
  }
});
