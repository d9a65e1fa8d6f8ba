import { once } from 'node:events';
import { connect, constants, type Settings } from 'node:http2';
import { EventStoreDBClient } from '@eventstore/db-client';
import { status } from '@grpc/grpc-js';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SchemaTaken, startEventStore } from './server.ts';
import { collect, event, type OpenStore, openStore, refusalOf } from './testing/open-store.ts';

let store: OpenStore;
beforeAll(async () => {
  store = await openStore();
});
afterAll(async () => {
  await store.close();
});

test('lets a client send a whole append at once, however busy it is', async () => {
  const open = await openStore({ secure: false });
  const session = connect(`http://127.0.0.1:${open.port}`);
  const call = session.request({ ':method': 'POST', ':path': '/event_store.client.gossip.Gossip/Read' });
  call.end();
  let settings = session.remoteSettings;
  while (settings.initialWindowSize !== 1024 * 1024) [settings] = (await once(session, 'remoteSettings')) as [Settings];
  await new Promise((resolve) => session.ping(resolve));
  expect(session.state.remoteWindowSize).toBeGreaterThanOrEqual(1024 * 1024);
  session.destroy();
  await open.close();
});

test('lets a client leave thousands of calls, and answers on', async () => {
  const open = await openStore({ secure: false });
  const session = connect(`http://127.0.0.1:${open.port}`);
  for (let n = 0; n < 2_000; n++) {
    const call = session.request({ ':method': 'POST', ':path': '/event_store.client.streams.Streams/Read' });
    call.on('error', () => undefined);
    call.close(constants.NGHTTP2_CANCEL);
    await once(call, 'close');
  }
  await new Promise<void>((resolve, reject) => session.ping((error) => (error ? reject(error) : resolve())));
  expect([session.closed, session.destroyed]).toEqual([false, false]);
  session.destroy();
  await open.close();
});

test('answers what it does not do as unimplemented', async () => {
  const unknown = refusalOf(store.client.listProjections());
  expect(await unknown).toMatchObject({ code: status.UNIMPLEMENTED });
});

describe('a schema', () => {
  const options = (schema: string, startTimeoutMs = 0) => ({
    host: '127.0.0.1',
    port: 0,
    postgresUrl: store.databaseUrl,
    schema,
    insecure: true,
    logger: pino({ level: 'silent' }),
    startTimeoutMs,
  });

  test('is written by one server', async () => {
    await expect(startEventStore(options('store'))).rejects.toBeInstanceOf(SchemaTaken);
  });

  test('is free again when its server has stopped', async () => {
    const first = await startEventStore(options('handed-on'));
    const [second] = await Promise.all([startEventStore(options('handed-on', 10_000)), first.close()]);
    await second.close();
  });

  test('holds a store of its own', async () => {
    const other = await startEventStore(options('Another "store"'));
    const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${other.port}?tls=false`);
    const streams = async () => (await collect(client.readAll())).map((one) => one.event?.streamId);
    expect(await streams()).toEqual(['$user-admin']);
    await client.appendToStream('s', event(0));
    expect(await streams()).toEqual(['$user-admin', 's']);
    await client.dispose();
    await other.close();
  });
});

test('a port in use is refused, and the schema given back', async () => {
  const options = {
    host: '127.0.0.1',
    postgresUrl: store.databaseUrl,
    schema: 'other',
    insecure: true,
    logger: pino({ level: 'silent' }),
  };
  await expect(startEventStore({ ...options, port: store.port })).rejects.toThrow('EADDRINUSE');
  const free = await startEventStore({ ...options, port: 0, startTimeoutMs: 0 });
  await free.close();
});
