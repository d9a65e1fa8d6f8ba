import { randomUUID } from 'node:crypto';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import type { OperationFact } from '@easel/contracts/operations/events';
import { operationProblems, operationsHttp } from '@easel/contracts/operations/http';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerMember, startApi } from '../testing/api-server.ts';

let server: TestServer;
let analyst: { id: string; bearer: [string, string] };
beforeAll(async () => {
  server = await startApi();
  analyst = await signedIn('analyst');
});
afterAll(() => server.close());

async function signedIn(role: OperatorRole): Promise<{ id: string; bearer: [string, string] }> {
  const id = randomUUID();
  const { token } = await server.foundation.sessions.open({ kind: 'operator', id, role }, { days: 1, userAgent: '' });
  return { id, bearer: ['authorization', `Bearer ${token}`] };
}

const post = (path: string, body: object, bearer = analyst.bearer) =>
  supertest(server.http)
    .post(`/api/admin/projections/${path}`)
    .set(...bearer)
    .send(body);
const factsOf = async (name: string): Promise<Recorded<OperationFact>[]> =>
  (await Array.fromAsync(server.foundation.log.read(`projection-${name}`))) as Recorded<OperationFact>[];
const HOSTILE = `<script>alert(1)</script>'; drop table x; --=1+1`;
const reason = 'a look';

test('a pause and a resumption are facts, each once, with the reason and the operator', async () => {
  await post('ledger/pause', { reason: HOSTILE }).expect(200, { success: true });
  expect((await post('ledger/pause', { reason: 'again' }).expect(409)).body).toMatchObject({
    code: operationProblems.alreadyPaused.code,
  });
  const { headers } = await post('ledger/resume', { reason }).expect(200, { success: true });
  expect((await post('ledger/resume', { reason }).expect(409)).body).toMatchObject({
    code: operationProblems.notPaused.code,
  });
  const actor = { kind: 'operator', id: analyst.id, role: 'analyst' };
  expect(await factsOf('ledger')).toMatchObject([
    { type: 'ProjectionPaused', data: { projection: 'ledger', reason: HOSTILE }, metadata: { actor } },
    { type: 'ProjectionResumed', data: { projection: 'ledger', reason }, metadata: { actor } },
  ]);
  expect(headers['x-position']).toMatch(/^projection=\d+$/);
});

test('a rebuild answers its run, the same for a repeat of the key, and can be called off', async () => {
  const ask = () => post('gallery/rebuild', { reason, accept_difference: true }).set('idempotency-key', 'rebuild-1');
  const { body } = await ask().expect(200);
  expect(operationsHttp.rebuild.reply.parse(body)).toEqual(body);
  const { run_id } = body as { run_id: string };
  expect((await ask().expect(200)).body).toEqual(body);
  await post('gallery/rebuild', { reason }).expect(409);
  const cancel = () =>
    post('gallery/rebuild/cancel', { run_id, reason: 'not now' }).set('idempotency-key', 'cancellation-1');
  await cancel().expect(200, { success: true });
  await cancel().expect(200, { success: true });
  expect((await post('gallery/rebuild/cancel', { run_id, reason: 'not now' }).expect(409)).body).toMatchObject({
    code: operationProblems.alreadyCancelled.code,
  });
  expect(await factsOf('gallery')).toMatchObject([
    { type: 'RebuildRequested', data: { runId: run_id, acceptDifference: true, reason } },
    { type: 'RebuildCancelled', data: { runId: run_id, reason: 'not now' } },
  ]);
  await post('gallery/rebuild', { reason: 'another' }).set('idempotency-key', 'rebuild-1').expect(422);
  await post('ledger/rebuild/cancel', { run_id, reason }).expect(404);
  await post('gallery/rebuild/cancel', { run_id: randomUUID(), reason }).expect(404);
});

test('what the read side tells of a rebuild decides whether it can be called off, and another asked for', async () => {
  const { body } = await post('events/rebuild', { reason }).expect(200);
  const { run_id: runId } = body as { run_id: string };
  const data = { projection: 'events', runId };
  const metadata = { $correlationId: runId, actor: { kind: 'system', id: 'test' }, schemaVersion: 1 } as const;
  const tell = async (fact: OperationFact, revision: number) => {
    await server.foundation.log.append('projection-events', revision, [{ id: randomUUID(), fact, metadata }]);
    const reply = await post('events/rebuild/cancel', { run_id: runId, reason }).expect(409);
    return reply.body as object;
  };
  expect(await tell({ type: 'RebuildSwapBegun', data }, 0)).toMatchObject({
    message: 'This rebuild is taking effect already and can no longer be cancelled',
  });
  await post('events/rebuild', { reason }).expect(409);
  expect(await tell({ type: 'RebuildEnded', data: { ...data, outcome: 'swapped' } }, 1)).toMatchObject({
    message: 'This rebuild has taken effect already',
  });
  await post('events/rebuild', { reason }).expect(200);
});

test('of two operators who do the same at once one is answered, and the other is told', async () => {
  const other = await signedIn('admin');
  const atOnce = async (path: string, body: object) => {
    const replies = await Promise.all([post(path, body), post(path, body, other.bearer)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    return replies.find(({ status }) => status === 200)?.body as { run_id?: string };
  };
  await atOnce('purchases/pause', { reason });
  await atOnce('purchases/resume', { reason });
  const { run_id } = await atOnce('purchases/rebuild', { reason });
  await atOnce('purchases/rebuild/cancel', { run_id, reason });
  expect((await factsOf('purchases')).map(({ type }) => type)).toEqual([
    'ProjectionPaused',
    'ProjectionResumed',
    'RebuildRequested',
    'RebuildCancelled',
  ]);
});

test('a partition is tried again as often as it is asked, whatever its key looks like', async () => {
  await post('messages/parked/retry', { partition: HOSTILE, reason }).expect(200, { success: true });
  await post('messages/parked/retry', { partition: HOSTILE, reason }).expect(200, { success: true });
  expect(await factsOf('messages')).toMatchObject([
    { type: 'PartitionRetryRequested', data: { partition: HOSTILE } },
    { type: 'PartitionRetryRequested', data: { partition: HOSTILE } },
  ]);
});

describe('what makes no sense is refused, and leaves no fact', () => {
  test('a projection that there is not', async () => {
    for (const path of ['pause', 'resume', 'rebuild']) await post(`secrets/${path}`, { reason }).expect(404);
    await post('operations/pause', { reason }).expect(404);
    await post('constructor/parked/retry', { partition: 'x', reason }).expect(404);
    for (const name of ["gallery';--", 'Gallery', '%2e%2e', 'a'.repeat(60)]) {
      await post(`${name}/pause`, { reason }).expect(400);
    }
    expect(await factsOf('secrets')).toEqual([]);
  });

  test.each([
    ['no reason', 'dashboard/pause', {}],
    ['an empty reason', 'dashboard/pause', { reason: '  ' }],
    ['a reason without end', 'dashboard/pause', { reason: 'x'.repeat(501) }],
    ['a text for a boolean', 'dashboard/rebuild', { reason, accept_difference: 'yes' }],
    ['a run that is none', 'dashboard/rebuild/cancel', { reason, run_id: "' or 1=1 --" }],
    ['no partition', 'dashboard/parked/retry', { reason }],
    ['a partition without end', 'dashboard/parked/retry', { reason, partition: 'x'.repeat(301) }],
  ])('%s', async (_what, path, body) => {
    await post(path, body).expect(400);
    expect(await factsOf('dashboard')).toEqual([]);
  });

  test('an operator in the body is no other operator', async () => {
    await post('analytics/pause', { reason, actor: { id: randomUUID() }, projection: 'gallery' }).expect(200);
    expect(await factsOf('analytics')).toMatchObject([
      { data: { projection: 'analytics' }, metadata: { actor: { id: analyst.id } } },
    ]);
  });
});

test('nobody, a member and other roles are kept out', async () => {
  const calls: [string, object][] = [
    ['overview/pause', { reason }],
    ['overview/resume', { reason }],
    ['overview/rebuild', { reason }],
    ['overview/rebuild/cancel', { reason, run_id: randomUUID() }],
    ['overview/parked/retry', { reason, partition: 'x' }],
  ];
  const { bearer } = await registerMember(server);
  const roles: Record<OperatorRole, boolean> = { admin: true, analyst: true, support: false, auditor: false };
  for (const [path, body] of calls) {
    await supertest(server.http).post(`/api/admin/projections/${path}`).send(body).expect(401);
    await post(path, body, bearer).expect(403);
    for (const [role, mayDo] of Object.entries(roles)) {
      const { status } = await post(path, body, (await signedIn(role as OperatorRole)).bearer);
      expect([role, status === 403]).toEqual([role, !mayDo]);
    }
  }
});
