import { EventStoreDBClient } from '@eventstore/db-client';
import { Metadata, status } from '@grpc/grpc-js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SchemaTaken, startEventStore } from './server.ts';
import { collect, event, newStream, type OpenStore, openStore, refusalOf } from './testing/open-store.ts';
import { ask, rawClients } from './testing/raw-client.ts';

let store: OpenStore;
let raw: ReturnType<typeof rawClients>;
beforeAll(async () => {
  store = await openStore();
  raw = rawClients(store.port);
});
afterAll(async () => {
  raw.close();
  await store.close();
});

test('answers what it does not do as unimplemented', async () => {
  const unknown = refusalOf(store.client.listProjections());
  expect(await unknown).toMatchObject({ code: status.UNIMPLEMENTED });
});

describe('credentials', () => {
  const guardedStore = (insecure: boolean) =>
    openStore({ insecure, credentials: { user: 'admin', password: 'pass:wörd' } });

  const basic = (text: string) => {
    const metadata = new Metadata();
    metadata.set('authorization', `Basic ${Buffer.from(text).toString('base64')}`);
    return metadata;
  };
  const features = (client: ReturnType<typeof rawClients>, metadata: Metadata) =>
    ask<SupportedMethods>((reply) => client.features.getSupportedMethods(new sharedPb.Empty(), metadata, reply));

  test.each([true, false])(
    'are refused where they are wrong, on every kind of call (insecure: %s)',
    async (insecure) => {
      const guarded = await guardedStore(insecure);
      const client = rawClients(guarded.port);
      const wrong = basic('admin:guess');
      const refused = { code: status.UNAUTHENTICATED };
      expect(await refusalOf(features(client, wrong))).toMatchObject(refused);
      expect(await refusalOf(collect(client.streams.read(new streamsPb.ReadReq(), wrong)))).toMatchObject(refused);
      expect(await refusalOf(collect(client.streams.batchAppend(wrong)))).toMatchObject(refused);
      const appending = ask((reply) => client.streams.append(wrong, reply).end());
      expect(await refusalOf(appending)).toMatchObject(refused);
      expect(await features(client, basic('admin:pass:wörd'))).toBeDefined();
      client.close();
      await guarded.close();
    },
  );

  test('may be missing only where that is allowed', async () => {
    const insecure = await guardedStore(true);
    expect(await insecure.client.appendToStream(newStream(), event(0))).toMatchObject({ success: true });
    await insecure.close();
    const secure = await guardedStore(false);
    const error = await refusalOf(secure.client.appendToStream(newStream(), event(0)));
    expect(error).toMatchObject({ code: status.UNAUTHENTICATED });
    await secure.close();
  });
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
