import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent, type JSONEventData } from '@eventstore/db-client';
import { createTestDatabase } from '@easel/kernel/testing/database';
import { pino } from 'pino';
import { ensureCertificate } from '../../../local/tls-certificate.ts';
import { type EventStore, type EventStoreOptions, startEventStore } from '../server.ts';

export interface OpenStore {
  client: EventStoreDBClient;
  port: number;
  databaseUrl: string;
  /** What clients are to trust where TLS is spoken. */
  certificate: Buffer | undefined;
  /** How the official client is told of it, for that account or for nobody; `scheme` is esdb or esdb+discover. */
  address(user?: User | 'nobody', scheme?: string): string;
  /** Another client of the same store, disposed with it. */
  connect(connectionOptions?: string, user?: User | 'nobody'): EventStoreDBClient;
  /** Stops the server and starts it again over the same schema, on the same port, with a cold memory. */
  restart(): Promise<void>;
  /** Stops the server but keeps the database. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** The accounts of a secure store. */
export const USERS = {
  admin: { name: 'admin', password: 'changeit', admin: true },
  ops: { name: 'ops', password: 'pass:wörd', admin: false },
} as const;
export type User = keyof typeof USERS;

let secureByDefault = false;

/** From now on stores of this test file speak TLS and ask for credentials, where a test does not say otherwise. */
export function openSecureStores(): void {
  secureByDefault = true;
}

/**
 * An event store in this process over a database of its own, and the official client.
 *
 * @param secure whether it speaks TLS and asks for credentials; its client is then the admin's
 * @param route leads the store to its database by another way, where a fault can be put
 */
export async function openStore(
  { secure = secureByDefault, ...options }: Partial<EventStoreOptions> & { secure?: boolean } = {},
  route: (databaseUrl: string) => Promise<string> = (databaseUrl) => Promise.resolve(databaseUrl),
): Promise<OpenStore> {
  const database = await createTestDatabase();
  const postgresUrl = await route(database.url);
  const folder = mkdtempSync(join(tmpdir(), 'easel-store-'));
  const files = secure ? await ensureCertificate(folder) : undefined;
  const tls = files && { cert: readFileSync(files.cert), key: readFileSync(files.key) };
  const start = (port: number) =>
    startEventStore({
      host: '127.0.0.1',
      port,
      postgresUrl,
      schema: 'store',
      insecure: !secure,
      ...(secure && { accounts: Object.values(USERS), tls }),
      awkward: process.env.EASEL_EVENT_STORE_AWKWARD === '1',
      logger: pino({ level: 'silent' }),
      ...options,
    });
  let store: EventStore = await start(0);
  const { port } = store;
  const clients: EventStoreDBClient[] = [];
  const address = (user: User | 'nobody' = 'admin', scheme = 'esdb') => {
    if (!files) return `${scheme}://127.0.0.1:${port}?tls=false`;
    const credentials = user === 'nobody' ? '' : `${user}:${encodeURIComponent(USERS[user].password)}@`;
    return `${scheme}://${credentials}127.0.0.1:${port}?tls=true&tlsCAFile=${encodeURIComponent(files.cert)}`;
  };
  const connect = (connectionOptions = '', user?: User | 'nobody') => {
    const client = EventStoreDBClient.connectionString(`${address(user)}${connectionOptions}`);
    clients.push(client);
    return client;
  };
  return {
    client: connect(),
    port,
    databaseUrl: database.url,
    certificate: tls?.cert,
    address,
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
      rmSync(folder, { recursive: true, force: true });
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
