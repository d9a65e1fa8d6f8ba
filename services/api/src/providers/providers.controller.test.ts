import { createHmac, randomUUID } from 'node:crypto';
import { PROVIDER_HINT } from '@easel/contracts/generation/policy';
import { operatorRoles } from '@easel/contracts/kernel/console';
import { operatorsHttp } from '@easel/contracts/operators/http';
import type { ProviderFact } from '@easel/contracts/providers/events';
import { providersHttp, type ProvidersConsole } from '@easel/contracts/providers/http';
import { newFacts } from '@easel/kernel/deciding/decider-runner';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { registerMember, signInOperator, startApi } from '../testing/api-server.ts';
import { joinOperator } from '../testing/operators.ts';
import { cellar, mystic, providerFile } from '../testing/provider-file.ts';
import { Studio } from '../testing/studio.ts';
import { ProvidersLookup } from './providers.lookup.ts';

const secret = 'what mystic signs with';
const attic = { ...mystic, name: 'attic', webhookSecretFrom: 'ATTIC_HOOK' };
const file = providerFile({ ...cellar, budget: { day: 5 } }, mystic, attic);
let server: TestServer;
let admin: [string, string];
beforeAll(async () => {
  const environment = { MYSTIC_HOOK: secret, ATTIC_HOOK: 'another secret' };
  server = await startApi({ providers: { PROVIDERS: file.path }, environment });
  admin = await signInOperator(server);
});
afterAll(async () => {
  await server.close();
  file.remove();
});

const known = async () => {
  const { body } = await supertest(server.http).get('/api/providers').expect(200);
  return providersHttp.known.reply.parse(body);
};
const consoleOf = async (bearer = admin): Promise<ProvidersConsole> => {
  const { body } = await supertest(server.http)
    .get('/api/admin/providers')
    .set(...bearer)
    .expect(200);
  return providersHttp.console.reply.parse(body);
};
const one = async (name: string) => {
  const found = (await consoleOf()).providers.find((provider) => provider.name === name);
  if (!found) throw new Error(`${name} is not listed`);
  return found;
};
const idOf = async (bearer: [string, string]): Promise<string> => {
  const { body } = await supertest(server.http)
    .get(operatorsHttp.me.path)
    .set(...bearer)
    .expect(200);
  return operatorsHttp.me.reply.parse(body).admin.id;
};
const act = (name: string, what: 'pause' | 'resume', body: object, bearer = admin) =>
  supertest(server.http)
    .post(`/api/admin/providers/${name}/${what}`)
    .set(...bearer)
    .send({ reason: 'a look at it', ...body });
const revise = (body: object, bearer = admin) =>
  supertest(server.http)
    .put('/api/admin/providers/routing')
    .set(...bearer)
    .send({ reason: 'a new card', ...body });
const report = async (name: string, fact: ProviderFact): Promise<void> => {
  const stream = `provider-${name}`;
  const context = {
    key: randomUUID(),
    actor: { kind: 'system', id: 'a worker' },
    correlationId: randomUUID(),
  } as const;
  const length = (await Array.fromAsync(server.foundation.log.read(stream))).length;
  await server.foundation.log.append(stream, length === 0 ? 'none' : length - 1, newFacts(stream, [fact], context));
  server.app.get(ProvidersLookup, { strict: false }).outdate();
};

describe('GET /api/providers', () => {
  test('lists every provider’s capabilities, the built-in renderer first', async () => {
    const { providers, routes } = await known();
    expect(providers.map(({ name }) => name)).toEqual(['procedural', 'cellar', 'mystic', 'attic']);
    expect(providers[1]).toMatchObject({
      label: 'The cellar',
      factor: 2,
      references: 2,
      edits: true,
      availability: { state: 'ready' },
      expectedMs: {},
    });
    expect(routes).toEqual({});
  });

  test('reveals neither addresses nor keys', async () => {
    const { text } = await supertest(server.http).get('/api/providers').expect(200);
    for (const hidden of ['127.0.0.1', 'MYSTIC_KEY', 'MYSTIC_HOOK', secret]) expect(text).not.toContain(hidden);
  });

  test('estimates how long a picture takes after one was made', async () => {
    const studio = new Studio(server);
    await studio.finished(await registerMember(server), { provider: 'procedural' });
    await vi.waitFor(async () => {
      const [builtIn] = (await known()).providers;
      expect(builtIn?.expectedMs).toMatchObject({ '1k': 12, '2k': 48 });
    });
  });

  test('reports a provider as failing until its next attempt', async () => {
    const until = new Date(Date.now() + 60_000).toISOString();
    const fact = { provider: 'attic', reason: 'unauthorized', failures: 3 } as const;
    await report('attic', { type: 'ProviderFailing', data: { ...fact, until } });
    const { providers } = await known();
    expect(providers.at(-1)?.availability).toEqual({ state: 'failing', reason: 'unauthorized', until });
    await report('attic', { type: 'ProviderRecovered', data: { provider: 'attic' } });
    expect((await known()).providers.at(-1)?.availability).toEqual({ state: 'ready' });
  });

  test('tells operators alone that a provider is tried again, until a call succeeds', async () => {
    const data = { provider: 'attic', reason: 'unreachable', failures: 5, until: '2026-11-20T10:00:30.000Z' } as const;
    await report('attic', { type: 'ProviderFailing', data });
    expect(await one('attic')).toMatchObject({ availability: { state: 'ready' }, lastFailure: 'unreachable' });
    const seen = (await known()).providers.at(-1);
    expect(seen).toMatchObject({ name: 'attic', availability: { state: 'ready' } });
    expect(seen).not.toHaveProperty('lastFailure');
    await report('attic', { type: 'ProviderRecovered', data: { provider: 'attic' } });
    expect(await one('attic')).not.toHaveProperty('lastFailure');
  });
});

describe('POST /api/admin/providers/:name/pause', () => {
  beforeEach(async () => {
    const { version, availability } = await one('cellar');
    if (availability.state === 'paused') await act('cellar', 'resume', { version }).expect(200);
  });

  test('pauses a provider until it is resumed, and hides the reason from members', async () => {
    const { version } = await one('cellar');
    const { body } = await act('cellar', 'pause', { version, reason: 'the bill is not paid' }).expect(200);
    expect(providersHttp.pause.reply.parse(body).providers[1]).toMatchObject({
      availability: { state: 'paused', reason: 'the bill is not paid' },
      version: version + 1,
      pausedBy: await idOf(admin),
    });
    expect(Object.keys((await known()).providers[1] ?? {})).not.toContain('pausedBy');
    expect((await known()).providers[1]?.availability).toEqual({ state: 'paused', reason: '' });
    await act('cellar', 'resume', { version: version + 1 }).expect(200);
    expect((await known()).providers[1]?.availability).toEqual({ state: 'ready' });
    expect(await one('cellar')).not.toHaveProperty('pausedBy');
  });

  test('refuses an outdated version, and deduplicates repeats under one idempotency key', async () => {
    const { version } = await one('cellar');
    const send = () => act('cellar', 'pause', { version }).set('idempotency-key', `pause-${version}`).expect(200);
    const [first, again] = [await send(), await send()];
    expect(again.body).toEqual(first.body);
    const { body } = await act('cellar', 'resume', { version }).expect(409);
    expect(body).toMatchObject({ code: 'providers.changed', version: version + 1 });
  });

  test('refuses an unknown provider, and a body without version or reason', async () => {
    await act('unknown', 'pause', { version: 0 }).expect(404);
    await act('cellar', 'pause', {}).expect(400);
    await act('cellar', 'pause', { version: 0, reason: ' ' }).expect(400);
  });
});

describe('PUT /api/admin/providers/routing', () => {
  test('routes a model to a provider, and refuses a provider that is not configured', async () => {
    const { routing } = await consoleOf();
    const { version } = routing;
    const { body } = await revise({ version, routes: { realism: 'cellar' } }).expect(200);
    expect(providersHttp.revise.reply.parse(body).routing).toEqual({
      version: version + 1,
      routes: { realism: 'cellar' },
    });
    expect((await known()).routes).toEqual({ realism: 'cellar' });
    const unknown = await revise({ version: version + 1, routes: { realism: 'unknown' } }).expect(422);
    expect(unknown.body).toMatchObject({ code: 'providers.unknown_route', unknown: ['unknown'] });
    await revise({ version, routes: {} }).expect(409);
    await revise({ version: version + 1, routes: { opus: 'cellar' } }).expect(400);
    await revise({ version: version + 1, routes: {} }).expect(200);
  });
});

describe('GET /api/admin/providers', () => {
  test('shows budgets and the dollars reserved today', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const stream = `spending-cellar.${day}`;
    const id = randomUUID();
    const data = { provider: 'cellar', day, memberId: id, generationId: id, call: id, micros: 1_250_000 };
    const context = { key: id, actor: { kind: 'system', id: 'a worker' }, correlationId: id } as const;
    await server.foundation.log.append(stream, 'none', newFacts(stream, [{ type: 'SpendReserved', data }], context));
    expect(await one('cellar')).toMatchObject({ budget: { day: 5, memberDay: null }, reservedToday: 1.25 });
    expect(await one('mystic')).toMatchObject({ budget: { day: null, memberDay: null }, reservedToday: null });
    expect(await one('procedural')).toMatchObject({ reservedToday: null });
  });

  test('is readable by every operator, changeable by admins only, and refused to members', async () => {
    const { routing, providers } = await consoleOf();
    const version = providers[2]?.version;
    for (const role of operatorRoles) {
      const { bearer } = await joinOperator(server, role);
      await consoleOf(bearer);
      if (role === 'admin') continue;
      await act('mystic', 'pause', { version }, bearer).expect(403);
      await act('mystic', 'resume', { version }, bearer).expect(403);
      await revise({ version: routing.version, routes: {} }, bearer).expect(403);
    }
    const { bearer } = await registerMember(server);
    await supertest(server.http)
      .get('/api/admin/providers')
      .set(...bearer)
      .expect(403);
    await supertest(server.http).get('/api/admin/providers').expect(401);
  });
});

describe('POST /api/webhooks/providers/:name', () => {
  const body = JSON.stringify({ task_id: 'task-1', status: 'COMPLETED', generated: ['https://example.org/1.png'] });
  const headersOf = ({
    text = body,
    key = secret,
    timestamp = String(Math.floor(Date.now() / 1000)),
  }: { text?: string; key?: string; timestamp?: string } = {}) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${createHmac('sha256', key).update(`msg_1.${timestamp}.${text}`).digest('base64')}`,
  });
  const send = (headers: Record<string, string>, text = body, name = 'mystic') =>
    supertest(server.http)
      .post(`/api/webhooks/providers/${name}`)
      .set('content-type', 'application/json')
      .set(headers)
      .send(text);
  const hints = () => {
    const published = vi.spyOn(server.foundation.bus, 'publish');
    return () => published.mock.calls.filter(([subject]) => subject === PROVIDER_HINT).map(([, hint]) => hint);
  };

  test('publishes a hint for either shape of body, and appends no event', async () => {
    const published = hints();
    const before = (await Array.fromAsync(server.foundation.log.read('provider-mystic'))).length;
    await send(headersOf()).expect(200, { success: true });
    const wrapped = JSON.stringify({ data: { task_id: 'task-2', task_status: 'FAILED' } });
    await send(headersOf({ text: wrapped }), wrapped).expect(200);
    expect(published()).toEqual([
      { provider: 'mystic', taskId: 'task-1' },
      { provider: 'mystic', taskId: 'task-2' },
    ]);
    expect(await Array.fromAsync(server.foundation.log.read('provider-mystic'))).toHaveLength(before);
  });

  test('publishes another hint for a replay within five minutes, with no other effect', async () => {
    const published = hints();
    const headers = headersOf();
    await send(headers).expect(200);
    await send(headers).expect(200);
    expect(published()).toEqual([
      { provider: 'mystic', taskId: 'task-1' },
      { provider: 'mystic', taskId: 'task-1' },
    ]);
  });

  test('ignores a body that names no task', async () => {
    const published = hints();
    const text = JSON.stringify({ ping: true });
    await send(headersOf({ text }), text).expect(200);
    expect(published()).toEqual([]);
  });

  test('refuses webhooks that are unsigned, stale, altered, or signed for another provider', async () => {
    const published = hints();
    const stale = String(Math.floor(Date.now() / 1000) - 301);
    const altered = body.replace('task-1', 'task-9');
    for (const refused of [
      send({}),
      send({ ...headersOf(), 'webhook-signature': 'v1,' }),
      send(headersOf({ timestamp: stale })),
      send({ ...headersOf({ timestamp: stale }), 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) }),
      send(headersOf(), altered),
      send(headersOf({ key: 'another secret' })),
      send(headersOf(), body, 'attic'),
      send({ ...headersOf(), 'webhook-id': 'msg_2' }),
    ]) {
      const { body: problem } = await refused.expect(400);
      expect(problem).toMatchObject({ code: 'providers.unsigned' });
    }
    expect(published()).toEqual([]);
  });

  test('answers 404 for providers without a webhook secret', async () => {
    for (const name of ['unknown', 'cellar', 'procedural', '__proto__']) {
      await send(headersOf(), body, name).expect(404);
    }
  });
});
