import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operatorRoles } from '@easel/contracts/kernel/console';
import { eventReader } from '@easel/contracts/kernel/client/event-stream';
import { hintSubjects, moved } from '@easel/contracts/operations/live';
import { visitor } from '@easel/kernel/http/caller';
import { HEARTBEAT_MS, LiveHub } from '@easel/kernel/http/live-hub';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ledgerModel } from '../ledger/ledger.queries.ts';
import { MessageStory } from '../messages/testing/message-facts.ts';
import { MOVED_CHANNEL } from '../kernel/projection-state.ts';
import { operator } from '../testing/operators.ts';
import { type QueryServer, startQueries } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';
import { admits, ownerOf } from './live.controller.ts';
import { OperationStory } from './testing/operation-facts.ts';

let queries: QueryServer;
const recorder = new Recorder();
const streams: IncomingMessage[] = [];
beforeAll(async () => {
  queries = await startQueries();
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.destroy();
});
afterAll(() => queries.close());

async function open(authorization?: string): Promise<IncomingMessage> {
  const { port } = queries.server.http.address() as AddressInfo;
  const headers = authorization === undefined ? {} : { authorization };
  const sent = request({ port, host: '127.0.0.1', path: '/api/admin/live', headers, agent: false }).end();
  const [message] = (await once(sent, 'response')) as [IncomingMessage];
  message.on('error', () => undefined);
  streams.push(message);
  return message;
}

/** The names that a stream tells, in order, with the moment of each in ms. */
class Names {
  readonly told: { name: string; at: number }[] = [];
  private changed = Promise.withResolvers<void>();

  constructor(message: IncomingMessage) {
    const feed = eventReader(({ event, data, id }) => {
      if (event !== 'moved' || id !== undefined) throw new Error(`${event} ${id} is no hint`);
      this.told.push({ name: moved.parse(JSON.parse(data)).name, at: performance.now() });
      this.changed.resolve();
      this.changed = Promise.withResolvers();
    });
    message.setEncoding('utf8').on('data', feed);
  }

  /** Once this name was told so often. */
  async has(name: string, times = 1): Promise<void> {
    while (this.told.filter((told) => told.name === name).length < times) await this.changed.promise;
  }
}
const listen = async (): Promise<Names> => new Names(await open((await operator(queries, 'support')).authorization));

test('is for operators of every role, says what it is and is kept by nobody', async () => {
  expect((await open()).statusCode).toBe(401);
  expect((await open((await queries.member()).authorization)).statusCode).toBe(403);
  for (const role of operatorRoles) {
    const { statusCode, headers } = await open((await operator(queries, role)).authorization);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
  }
});

test('tells what read models a fact has moved, and nothing of it', async () => {
  const names = await listen();
  await queries.append(new MessageStory(recorder).submitted({ subject: '<script>' }));
  await names.has('messages');
  expect(names.told.map(({ name }) => name)).not.toContain('gallery');
});

test('a rush becomes one hint every 250 ms, and its last is told', async () => {
  const names = await listen();
  const { pool } = queries.server.foundation;
  for (let n = 0; n < 50; n++)
    await pool.query('select pg_notify($1, $2)', [MOVED_CHANNEL, `${ledgerModel.schema}:-1`]);
  await names.has('ledger', 2);
  const at = names.told.filter(({ name }) => name === 'ledger').map((told) => told.at);
  expect(at.length).toBeLessThan(10);
  expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(200);
});

test('tells of pauses, and of what the bus brings', async () => {
  const names = await listen();
  const story = new OperationStory(recorder, 'analytics');
  await queries.append(story.paused());
  await names.has('projections');
  await queries.append(story.resumed());
  for (const [name, subject] of Object.entries(hintSubjects)) {
    queries.server.foundation.bus.publish(subject, {});
    await names.has(name);
  }
});

test('a stream is its session’s and its role’s', () => {
  const admin = { kind: 'operator', id: 'a', role: 'admin', sessionId: 's' } as const;
  expect(ownerOf(admin)).toBe(ownerOf({ ...admin, sessionId: 't' }));
  expect(ownerOf({ ...admin, role: 'support' })).not.toBe(ownerOf(admin));
  expect([ownerOf(undefined), ownerOf(visitor), ownerOf({ kind: 'member', id: 'a', sessionId: 's' })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('a stream ends with its session, and with its role', async () => {
  const { sessions, pool } = queries.server.foundation;
  const still = admits(sessions);
  const [gone, demoted] = [await operator(queries, 'admin'), await operator(queries, 'admin')];
  const look = ({ id, authorization }: typeof gone): Promise<boolean> =>
    still(authorization.replace('Bearer ', ''), `${id} admin`);
  expect([await look(gone), await look(demoted)]).toEqual([true, true]);
  await pool.query('delete from vault.sessions where subject_id = $1', [gone.id]);
  await pool.query(`update vault.sessions set role = 'support' where subject_id = $1`, [demoted.id]);
  expect([await look(gone), await look(demoted)]).toEqual([false, false]);
});

test('a stream ends at once where an operator is demoted, disabled or signed out, and nobody else’s does', async () => {
  const { sessions, pool } = queries.server.foundation;
  const stays = await open((await operator(queries, 'admin')).authorization);
  for (const end of [
    (id: string) => sessions.setOperatorRole(id, 'support', 1),
    (id: string) => sessions.closeAllOfOperator(id),
    // As another process does.
    (id: string) => pool.query('delete from vault.sessions where subject_id = $1', [id]),
  ]) {
    const { id, authorization } = await operator(queries, 'admin');
    const stream = await open(authorization);
    const ended = once(stream.resume(), 'end', { signal: AbortSignal.timeout(HEARTBEAT_MS / 2) });
    await end(id);
    await ended;
    expect(stream.complete).toBe(true);
  }
  expect(stays.complete).toBe(false);
});

test('the end of the process ends the streams', async () => {
  const stream = await open((await operator(queries, 'admin')).authorization);
  const ended = once(stream.resume(), 'end');
  await queries.server.app.get(LiveHub, { strict: false }).close();
  await ended;
  expect(stream.complete).toBe(true);
  expect((await open((await operator(queries, 'admin')).authorization)).statusCode).toBe(503);
});
