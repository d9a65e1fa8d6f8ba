import { randomUUID } from 'node:crypto';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import type { OperationFact } from '@easel/contracts/operations/events';
import { operationsHttp } from '@easel/contracts/operations/http';
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
  await post('ledger/pause', { reason: 'again' }).expect(200, { success: true });
  const { headers } = await post('ledger/resume', { reason }).expect(200, { success: true });
  await post('ledger/resume', { reason }).expect(200);
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
  await post('gallery/rebuild/cancel', { run_id, reason: 'not now' }).expect(200, { success: true });
  await post('gallery/rebuild/cancel', { run_id, reason: 'not now' }).expect(200, { success: true });
  expect(await factsOf('gallery')).toMatchObject([
    { type: 'RebuildRequested', data: { runId: run_id, acceptDifference: true, reason } },
    { type: 'RebuildCancelled', data: { runId: run_id, reason: 'not now' } },
  ]);
  await post('gallery/rebuild', { reason: 'another' }).set('idempotency-key', 'rebuild-1').expect(422);
  await post('ledger/rebuild/cancel', { run_id, reason }).expect(404);
  await post('gallery/rebuild/cancel', { run_id: randomUUID(), reason }).expect(404);
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
