import { randomUUID } from 'node:crypto';
import { auditHttp, type AuditRecord } from '@easel/contracts/audit/http';
import { ATTEMPTS_MAX, FINDINGS_KEPT } from '@easel/contracts/audit/policy';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registerMember, startApi } from '../testing/api-server.ts';
import { AuditRunner } from './audit.worker.ts';
import { GIVEN_UP } from './audit.decider.ts';
import { ScriptedTool } from './testing/scripted-tool.ts';

const tool = new ScriptedTool();
const reason = 'the month is over';
let server: TestServer;
let auditor: { id: string; bearer: [string, string] };
beforeAll(async () => {
  server = await startApi({ audit: { AUDIT_COMMAND: tool.command } });
  auditor = await signedIn('auditor');
});
afterAll(async () => {
  await server.close();
  tool.remove();
});
beforeEach(() => tool.does(clean));

const verdict = (findings: number, notLooked: string[] = []) => ({
  kind: 'verdict',
  findings,
  streams: 4,
  facts: 11,
  notLooked,
  verified: { anchors: 2 },
});
const clean = { lines: [{ kind: 'progress', streams: 2, facts: 5 }, verdict(0)], code: 0 };
const difference = (revision: number) => ({
  kind: 'finding',
  finding: {
    code: 'chain.changed',
    place: `account-1@${revision}`,
    message: '<script>=1+1',
    detail: { revision, type: 'WalletToppedUp' },
  },
});

async function signedIn(role: OperatorRole): Promise<{ id: string; bearer: [string, string] }> {
  const id = randomUUID();
  const { token } = await server.foundation.sessions.open({ kind: 'operator', id, role }, { days: 1, userAgent: '' });
  return { id, bearer: ['authorization', `Bearer ${token}`] };
}

const get = (path = '', bearer = auditor.bearer) =>
  supertest(server.http)
    .get(`/api/admin/audits${path}`)
    .set(...bearer);
const post = (path: string, body: object, bearer = auditor.bearer) =>
  supertest(server.http)
    .post(`/api/admin/audits${path}`)
    .set(...bearer)
    .send(body);

async function start(body: object = {}): Promise<AuditRecord> {
  const reply = await post('', { reason, ...body }).expect(201);
  expect(auditHttp.start.reply.parse(reply.body)).toEqual(reply.body);
  return auditHttp.start.reply.parse(reply.body);
}

async function one(id: string) {
  const { body } = await get(`/${id}`).expect(200);
  expect(auditHttp.one.reply.parse(body)).toEqual(body);
  return auditHttp.one.reply.parse(body);
}

/** The audit, once it is as it should be: looked at after each hint that it moved. */
async function until(id: string, isSo: (audit: AuditRecord) => boolean): Promise<Awaited<ReturnType<typeof one>>> {
  let moved = Promise.withResolvers<void>();
  const unsubscribe = await server.foundation.bus.subscribe('audits', (payload) => {
    if ((payload as { id: string }).id === id) moved.resolve();
  });
  try {
    for (;;) {
      const audit = await one(id);
      if (isSo(audit)) return audit;
      await moved.promise;
      moved = Promise.withResolvers();
    }
  } finally {
    await unsubscribe();
  }
}
const ended = (id: string) => until(id, ({ ended_at }) => ended_at !== null);
const factsOf = async (id: string) =>
  (await Array.fromAsync(server.foundation.log.read(`audit-${id}`))).map(({ type, data, metadata }) => ({
    type,
    data,
    actor: metadata.actor,
  }));

test('an audit is asked for, run and has its verdict', async () => {
  const memberId = randomUUID();
  const asked = await start({ member_id: memberId });
  expect(asked).toMatchObject({ member_id: memberId, reason, requested_by: { id: auditor.id, role: 'auditor' } });
  expect(await ended(asked.id)).toMatchObject({
    status: 'clean',
    progress: { streams: 4, facts: 11 },
    findings: 0,
    found: [],
    verified: { anchors: 2 },
    error: null,
  });
  const run = tool.runs.at(-1);
  expect(run?.args).toEqual(['verify', '--json', memberId]);
  expect(run?.url).toBe(server.foundation.config.DATABASE_URL);
  const actor = { kind: 'operator', id: auditor.id, role: 'auditor' };
  expect(await factsOf(asked.id)).toMatchObject([
    { type: 'AuditRequested', data: { memberId, reason }, actor },
    { type: 'AuditStarted', data: { attempt: 1 }, actor: { kind: 'system' } },
    { type: 'AuditCompleted', data: { verdict: 'clean', streams: 4, facts: 11, findings: 0 } },
  ]);
});

test('no secret stands on the command line', () => {
  const { MASTER_KEY, DATABASE_URL } = server.foundation.config;
  for (const { args } of tool.runs) {
    expect(args.join(' ')).not.toContain(MASTER_KEY);
    expect(args.join(' ')).not.toContain(DATABASE_URL);
  }
});

test('each difference is kept at its place, up to a thousand of them', async () => {
  const many = FINDINGS_KEPT + 50;
  tool.does({ lines: [...Array.from({ length: many }, (_, index) => difference(index)), verdict(many)], code: 1 });
  const { id } = await start();
  const audit = await ended(id);
  expect(audit).toMatchObject({ status: 'findings', findings: many });
  expect(audit.found).toHaveLength(FINDINGS_KEPT);
  expect(audit.found.map(({ place }) => place)).toEqual(audit.found.map((_, index) => `account-1@${index}`));
  expect(audit.found[3]).toEqual(difference(3).finding);
});

describe('what comes to no verdict is told', () => {
  test.each([
    [
      'a tool that fails',
      { lines: [], code: 2, complaint: 'It could not be looked at: the log is away' },
      /log is away/,
    ],
    ['a tool that dies', { lines: [], code: 7 }, /ended with 7/],
    ['what it could not look at', { lines: [verdict(0, ['payments: no answer'])], code: 2 }, /payments: no answer/],
    ['a verdict that never came', { lines: [{ kind: 'progress', streams: 1, facts: 1 }], code: 0 }, /ended with 0/],
    ['what it should not say', { lines: [{ kind: 'gossip' }], code: 0 }, /.+/],
  ])('%s', async (_what, script, error) => {
    tool.does(script);
    const { id } = await start();
    const audit = await ended(id);
    expect(audit).toMatchObject({ status: 'failed', verified: script.lines.length === 1 ? audit.verified : null });
    expect(audit.error).toMatch(error);
  });

  test('a tool that is killed', async () => {
    tool.does({ lines: [{ kind: 'progress', streams: 1, facts: 2 }] });
    const { id } = await start();
    await until(id, ({ progress }) => progress.facts === 2);
    process.kill(tool.runs.at(-1)?.pid ?? 0, 'SIGKILL');
    expect(await ended(id)).toMatchObject({ status: 'failed', error: 'The audit was killed' });
  });
});

test('audits are run one after the other, and a cancelled one is stopped', async () => {
  tool.does({ lines: [{ kind: 'progress', streams: 1, facts: 2 }] });
  const first = await start();
  const second = await start();
  const third = await start();
  await until(first.id, ({ progress }) => progress.facts === 2);
  expect(await one(second.id)).toMatchObject({ status: 'queued', started_at: null });
  await post(`/${third.id}/cancel`, { reason: 'not this one' }).expect(200);
  tool.does(clean);
  const { body } = await post(`/${first.id}/cancel`, { reason: 'not now' }).expect(200);
  expect(auditHttp.cancel.reply.parse(body)).toMatchObject({ success: true, status: 'cancelled' });
  expect(await ended(second.id)).toMatchObject({ status: 'clean' });
  expect(await one(first.id)).toMatchObject({ status: 'cancelled', progress: { facts: 2 } });
  expect(await one(third.id)).toMatchObject({ status: 'cancelled', started_at: null });
  expect(await factsOf(third.id)).toMatchObject([{ type: 'AuditRequested' }, { data: { reason: 'not this one' } }]);
  await post(`/${first.id}/cancel`, { reason: 'again' }).expect(200);
  await post(`/${second.id}/cancel`, { reason: 'too late' }).expect(409);
  await post(`/${randomUUID()}/cancel`, { reason }).expect(404);
});

describe('what a process that died has left', () => {
  const append = async (auditId: string, ...facts: { type: string; data: object }[]) => {
    const metadata = { $correlationId: 'test', actor: { kind: 'operator', id: auditor.id }, schemaVersion: 1 } as const;
    // At once: the process that follows would take up what it has seen the half of.
    const left = facts.map((fact) => ({ id: randomUUID(), fact, metadata }));
    await server.foundation.log.appendAnywhere(`audit-${auditId}`, left);
  };
  const requested = (auditId: string) => ({ type: 'AuditRequested', data: { auditId, memberId: null, reason } });
  const started = (auditId: string, attempt: number) => ({ type: 'AuditStarted', data: { auditId, attempt } });
  /** Until the process has seen it, there is no such audit. */
  const known = async (id: string): Promise<void> => {
    const seen = Promise.withResolvers<void>();
    const unsubscribe = await server.foundation.bus.subscribe('audits', (payload) => {
      if ((payload as { id: string }).id === id) seen.resolve();
    });
    if ((await get(`/${id}`)).status === 404) await seen.promise;
    await unsubscribe();
  };

  test('is taken up: what nobody had begun, and what was begun', async () => {
    for (const attempts of [0, 1]) {
      const id = randomUUID();
      await append(id, requested(id), ...Array.from({ length: attempts }, (_, index) => started(id, index + 1)));
      await known(id);
      expect(await ended(id)).toMatchObject({ status: 'clean' });
      expect(await factsOf(id)).toContainEqual(expect.objectContaining({ ...started(id, attempts + 1) }));
    }
  });

  test('is given up where it was begun again and again', async () => {
    const id = randomUUID();
    await append(id, requested(id), ...Array.from({ length: ATTEMPTS_MAX }, (_, index) => started(id, index + 1)));
    await known(id);
    expect(await ended(id)).toMatchObject({ status: 'failed', error: GIVEN_UP });
  });
});

test('the list is filtered, sorted and cut into pages', async () => {
  const { body, headers } = await get(`?range=[0,1]&sort=["requested_at","ASC"]`).expect(200);
  expect(auditHttp.list.reply.parse(body)).toEqual(body);
  expect(headers['content-range']).toMatch(/^audits 0-1\/\d+$/);
  const findings = await get(`?filter=${JSON.stringify({ status: ['findings', 'cancelled'] })}`).expect(200);
  const statuses = (findings.body as AuditRecord[]).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set(['findings', 'cancelled']));
  const ids = (findings.body as AuditRecord[]).slice(0, 2).map(({ id }) => id);
  const named = await get(`?filter=${JSON.stringify({ id: ids })}`).expect(200);
  expect((named.body as AuditRecord[]).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});

test('a repeat under the same key is the same audit', async () => {
  const ask = () => post('', { reason }).set('idempotency-key', 'once');
  const first = (await ask().expect(201)).body as AuditRecord;
  expect((await ask().expect(201)).body).toMatchObject({ id: first.id });
  expect((await ended(first.id)).status).toBe('clean');
});

describe('attacks', () => {
  const HOSTILE = `' or 1=1; drop table vault.audits; --`;
  test.each([
    ['a sort', `?sort=${JSON.stringify([HOSTILE, 'ASC'])}`],
    ['an order', `?sort=${JSON.stringify(['status', HOSTILE])}`],
    ['a range', `?range=${JSON.stringify([0, HOSTILE])}`],
    ['a range without end', '?range=[0,100000000]'],
    ['a status', `?filter=${JSON.stringify({ status: HOSTILE })}`],
    ['an id', `?filter=${JSON.stringify({ id: [HOSTILE] })}`],
    ['a member', `?filter=${JSON.stringify({ member_id: HOSTILE })}`],
    ['a field', `?filter=${JSON.stringify({ [HOSTILE]: 1 })}`],
    ['no JSON', '?filter={'],
    ['a record', `/${encodeURIComponent(HOSTILE)}`],
  ])('%s of SQL is 400', async (_what, query) => {
    await get(encodeURI(query)).expect(400);
  });

  test('a member that is none, and no reason, are 400', async () => {
    for (const body of [{ reason, member_id: HOSTILE }, { reason: ' ' }, {}, { reason: 'x'.repeat(501) }]) {
      await post('', body).expect(400);
    }
  });

  test('a hostile reason is a text', async () => {
    const { id } = await start({ reason: HOSTILE });
    expect(await ended(id)).toMatchObject({ reason: HOSTILE, status: 'clean' });
  });

  test('nobody, members and other roles are kept out', async () => {
    const { bearer } = await registerMember(server);
    const id = randomUUID();
    const roles: Record<OperatorRole, boolean> = { admin: true, auditor: true, support: false, analyst: false };
    const calls = (as: [string, string]) => [
      get('', as),
      get(`/${id}`, as),
      post('', {}, as),
      post(`/${id}/cancel`, { reason }, as),
    ];
    for (const call of calls(['x-nobody', '1'])) expect((await call).status).toBe(401);
    for (const call of calls(bearer)) expect((await call).status).toBe(403);
    for (const [role, mayDo] of Object.entries(roles)) {
      for (const call of calls((await signedIn(role as OperatorRole)).bearer)) {
        expect([role, (await call).status === 403]).toEqual([role, !mayDo]);
      }
    }
  });
});

test('where no tool is set it says so, and nothing is asked for', async () => {
  const bare = await startApi();
  try {
    const { token } = await bare.foundation.sessions.open(
      { kind: 'operator', id: randomUUID(), role: 'admin' },
      { days: 1, userAgent: '' },
    );
    const as = ['authorization', `Bearer ${token}`] as const;
    const { body } = await supertest(bare.http)
      .post('/api/admin/audits')
      .set(...as)
      .send({ reason })
      .expect(503);
    expect(body).toMatchObject({ code: 'audit.not_set', message: expect.stringContaining('AUDIT_COMMAND') });
    await supertest(bare.http)
      .get('/api/admin/audits')
      .set(...as)
      .expect(200, []);
    expect(bare.app.get(AuditRunner, { strict: false })).toBeDefined();
  } finally {
    await bare.close();
  }
});
