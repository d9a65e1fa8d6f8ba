import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Refused } from '@easel/contracts/kernel/problem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Subscriber } from '../database/listener.ts';
import { LiveHub, type LiveHubOptions } from './live-hub.ts';
import { createLogger } from '../server/logger.ts';
import { SESSIONS_CHANNEL } from '../identity/sessions.ts';

let server: Server;
let hub: LiveHub;
let revoked: Set<string>;

beforeEach(async () => {
  revoked = new Set();
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  await hub.close();
  server.closeAllConnections();
  server.close();
});

function open(options: Partial<LiveHubOptions> = {}): void {
  const admits = (token: string) => Promise.resolve(!revoked.has(token));
  hub = new LiveHub({ logger: createLogger({ name: 'test', level: 'silent' }), admits, ...options });
}

/** A stream of this owner as the client has it, and as the server has it. */
async function listen(owner: string, token = owner): Promise<{ client: IncomingMessage; response: ServerResponse }> {
  const { port } = server.address() as AddressInfo;
  const asked = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
  const sent = request({ port, host: '127.0.0.1', agent: false }).end();
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  const [, response] = await asked;
  response.writeHead(200).flushHeaders();
  hub.add({ owner, subjectId: owner, token, response, first: [Buffer.from('first\n')] });
  const [client] = await answered;
  client.on('error', () => undefined);
  return { client, response };
}

async function reads(client: IncomingMessage, text: string): Promise<void> {
  let read = '';
  for await (const chunk of client.iterator({ destroyOnReturn: false })) {
    read += String(chunk);
    if (read.includes(text)) return;
  }
  throw new Error(`the stream ended: ${read}`);
}

const ended = (client: IncomingMessage): Promise<unknown> => once(client.resume(), 'close');

test('what is sent to an owner reaches all its streams, and nobody else', async () => {
  open();
  const [one, two, other] = [await listen('a'), await listen('a'), await listen('b')];
  hub.send('a', Buffer.from('for a\n'));
  hub.send('b', Buffer.from('for b\n'));
  await Promise.all([reads(one.client, 'first\nfor a\n'), reads(two.client, 'first\nfor a\n')]);
  await reads(other.client, 'first\nfor b\n');
});

test('what is sent to all reaches everybody', async () => {
  open();
  const [one, other] = [await listen('a'), await listen('b')];
  hub.sendAll(Buffer.from('for all\n'));
  await Promise.all([reads(one.client, 'first\nfor all\n'), reads(other.client, 'first\nfor all\n')]);
});

test('a stream that is not read is dropped at the cap; the others get everything', async () => {
  open({ maxUnsentBytes: 64 * 1024 });
  const [deaf, well] = [await listen('a'), await listen('a')];
  deaf.client.pause();
  const frame = Buffer.alloc(32 * 1024, 'x');
  let received = 0;
  well.client.on('data', (chunk: Buffer) => (received += chunk.length));
  let sent = 'first\n'.length;
  let most = 0;
  while (!deaf.response.destroyed) {
    most = Math.max(most, deaf.response.writableLength);
    hub.send('a', frame);
    sent += frame.length;
    while (received < sent) await once(well.client, 'data');
  }
  expect(most).toBeGreaterThan(64 * 1024);
  expect(most).toBeLessThan(64 * 1024 + 2 * frame.length);
  expect([hub.size, well.response.destroyed]).toEqual([1, false]);
});

test('the end of a session is the end of its streams, within a heartbeat', async () => {
  open({ heartbeatMs: 20 });
  const [gone, stays] = [await listen('a', 'gone'), await listen('a', 'stays')];
  await reads(stays.client, ':\n\n');
  revoked.add('gone');
  await ended(gone.client);
  expect(gone.client.complete).toBe(true);
  expect(hub.size).toBe(1);
});

test('a person’s streams are looked at when the database tells of their sessions, all where it may have been missed', async () => {
  open();
  const [one, other] = [await listen('a', 'gone'), await listen('b', 'lost')];
  let told: Subscriber | undefined;
  await hub.follow({
    listen: (channel, subscriber) => {
      expect(channel).toBe(SESSIONS_CHANNEL);
      told = subscriber;
      return Promise.resolve(() => Promise.resolve());
    },
  });
  for (const token of ['gone', 'lost']) revoked.add(token);
  told?.onNotify('a');
  await ended(one.client);
  expect([hub.hears('a'), hub.hears('b')]).toEqual([false, true]);
  told?.onGap?.();
  await ended(other.client);
  expect(hub.size).toBe(0);
});

test('a session that ended while its stream was being opened opens none', async () => {
  open();
  revoked.add('a');
  const { client } = await listen('a');
  await ended(client);
  expect(hub.size).toBe(0);
});

test('while sessions cannot be looked up, streams go on', async () => {
  let asked = 0;
  open({ heartbeatMs: 5, admits: () => Promise.reject(new Error(`away ${++asked}`)) });
  const { client } = await listen('a');
  await reads(client, ':\n\n:\n\n:\n\n');
  expect(asked).toBeGreaterThan(1);
  expect(hub.size).toBe(1);
});

test('one stream too many closes the owner’s oldest', async () => {
  open({ streamsPerOwner: 2 });
  const [oldest] = [await listen('a'), await listen('a'), await listen('b'), await listen('a')];
  await ended(oldest.client);
  expect([oldest.client.complete, hub.size]).toEqual([true, 3]);
});

test('a client that goes away is forgotten', async () => {
  open();
  const { client, response } = await listen('a');
  const closed = once(response, 'close');
  client.destroy();
  await closed;
  expect([hub.size, hub.hears('a')]).toEqual([0, false]);
});

test('closing ends every stream as it should, and cuts off who does not take the end', async () => {
  open({ maxUnsentBytes: 64 * 1024 * 1024 });
  const [well, deaf] = [await listen('a'), await listen('b')];
  deaf.client.pause();
  hub.send('b', Buffer.alloc(32 * 1024 * 1024));
  const end = ended(well.client);
  await hub.close();
  await end;
  expect([well.client.complete, deaf.response.destroyed, hub.size]).toEqual([true, true, 0]);
  expect(() => hub.refuseIfClosed()).toThrow(Refused);
});
