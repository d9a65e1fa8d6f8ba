import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, type JSONEventData } from '@eventstore/db-client';
import { createTestDatabase } from '@easel/kernel/testing/database';
import { pino } from 'pino';
import { type EventStore, type EventStoreOptions, startEventStore } from '../server.ts';

export interface OpenStore {
  client: EventStoreDBClient;
  port: number;
  databaseUrl: string;
  /** Another client of the same store, disposed with it. */
  connect(connectionOptions?: string): EventStoreDBClient;
  /** Stops the server and starts it again over the same schema, on the same port, with a cold memory. */
  restart(): Promise<void>;
  /** Stops the server but keeps the database. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/**
 * An event store in this process over a database of its own, and the official client.
 *
 * @param route leads the store to its database by another way, where a fault can be put
 */
export async function openStore(
  options: Partial<EventStoreOptions> = {},
  route: (databaseUrl: string) => Promise<string> = (databaseUrl) => Promise.resolve(databaseUrl),
): Promise<OpenStore> {
  const database = await createTestDatabase();
  const postgresUrl = await route(database.url);
  const start = (port: number) =>
    startEventStore({
      host: '127.0.0.1',
      port,
      postgresUrl,
      schema: 'store',
      insecure: true,
      awkward: process.env.EASEL_EVENT_STORE_AWKWARD === '1',
      logger: pino({ level: 'silent' }),
      ...options,
    });
  let store: EventStore = await start(0);
  const { port } = store;
  const clients: EventStoreDBClient[] = [];
  const connect = (connectionOptions = '') => {
    const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${port}?tls=false${connectionOptions}`);
    clients.push(client);
    return client;
  };
  return {
    client: connect(),
    port,
    databaseUrl: database.url,
    connect,
    restart: async () => {
      await store.close();
      store = await start(port);
    },
    stop: () => store.close(),
    close: async () => {
      await Promise.all(clients.map((client) => client.dispose()));
      await store.close();
      await database.drop();
    },
  };
}

export const newStream = (category = 'test') => `${category}-${randomUUID()}`;

export function event(number: number, type = 'Counted'): JSONEventData {
  return jsonEvent({ type, data: { number }, metadata: { by: 'test' } });
}

export const events = (count: number, from = 0): JSONEventData[] =>
  Array.from({ length: count }, (_, index) => event(from + index));

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

/** What an error-throwing promise throws. */
export async function refusalOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it was expected to be refused');
}
