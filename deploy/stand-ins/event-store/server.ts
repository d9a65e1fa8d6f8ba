import { promisify } from 'node:util';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { type Account, Accounts } from './accounts.ts';
import { type Endpoint, guarded } from './credentials.ts';
import { featuresService, type Service } from './features.service.ts';
import { gossipService } from './gossip.service.ts';
import { Links } from './links.ts';
import { ManyMessages } from './many-messages.ts';
import { persistentService } from './persistent/persistent.service.ts';
import { Registry } from './persistent/registry.ts';
import { SchemaTaken } from './session.ts';
import { Storage, type StorageOptions } from './storage.ts';
import { Streams, streamsDefinition } from './streams.service.ts';
import type { SlowSubscribers } from './subscription.ts';
import { widenWindows } from './wide-windows.ts';

export interface EventStoreOptions extends StorageOptions {
  host: string;
  /** 0 picks a free one. */
  port: number;
  /** Lets whoever calls do all, without credentials too; the official client drops its own where it uses no TLS. */
  insecure: boolean;
  /** Whose credentials are right; where there are none, insecure mode takes any. */
  accounts?: readonly Account[];
  /** What the server shows of itself, as PEM; without it no TLS is spoken. */
  tls?: TlsFiles | undefined;
  slowSubscribers?: SlowSubscribers;
  /** Plays a node that is not the leader: calls that require the leader are sent to this one. */
  leader?: Endpoint | undefined;
}

export interface TlsFiles {
  /** What follows it in its chain, too. */
  cert: Buffer;
  key: Buffer;
}

export interface EventStore {
  port: number;
  /** Finishes the commit in flight, ends all calls, lets go of the schema. */
  close(): Promise<void>;
}

/**
 * Calls that a client may leave at once, and so many more a second: each subscription ends so, and where it was for
 * counting, soon. By default the connection is closed after a thousand, with all else that is under way on it.
 */
const STREAM_RESETS = { streamResetBurst: 100_000, streamResetRate: 10_000 };
/**
 * Calls in flight on a connection: more than our processes make. At a limit of 100, EventStoreDB's, Node's HTTP/2
 * server answers some calls of 200 readers with RESOURCE_EXHAUSTED, although the client waits its turn.
 */
const MAX_CALLS = 2_000;
const SHUTDOWN_GRACE_MS = 500;
// The client's own limit; what EventStoreDB itself may hold is 16 MB.
const MAX_MESSAGE_BYTES = 17 * 1024 * 1024;

/**
 * Serves EventStoreDB's gRPC protocol from a PostgreSQL schema.
 *
 * @throws SchemaTaken where another server holds the schema, or what keeps PostgreSQL or the port from being used
 */
export async function startEventStore(options: EventStoreOptions): Promise<EventStore> {
  const { logger, insecure, leader } = options;
  const access = { accounts: new Accounts(options.accounts ?? []), insecure, leader };
  const storage = new Storage(options);
  const { log, writer } = storage;
  const links = new Links(log, writer);
  const sources = { log, writer, links };
  const registry = new Registry(sources, logger);
  const streams = new Streams({ ...sources, logger, slowSubscribers: options.slowSubscribers ?? 'catch-up' });
  const server = new Server({
    'grpc.max_concurrent_streams': MAX_CALLS,
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    interceptors: [(_method, call) => new ManyMessages(call)],
  });
  // gRPC's server has no option for it.
  Object.assign(server['commonServerOptions'], STREAM_RESETS);

  const services: Service[] = [
    { definition: streamsDefinition, handlers: streams.handlers, refuses: ['batchAppend'] },
    persistentService(registry, sources, logger),
    gossipService(),
  ];
  for (const service of [...services, featuresService(services)]) {
    server.addService(service.definition, guarded(service, access));
  }

  const narrowAgain = widenWindows();
  const close = async () => {
    narrowAgain();
    await registry.close();
    await writer.close();
    streams.endOpenCalls();
    await shutDown(server);
    await storage.close();
  };
  try {
    await storage.open();
    const port = await promisify(server.bindAsync.bind(server))(
      `${options.host}:${options.port}`,
      serverCredentials(options.tls),
    );
    let closing: Promise<void> | undefined;
    return { port, close: () => (closing ??= close()) };
  } catch (error) {
    await close();
    throw error;
  }
}

function serverCredentials(tls: TlsFiles | undefined): ServerCredentials {
  return tls
    ? ServerCredentials.createSsl(null, [{ cert_chain: tls.cert, private_key: tls.key }])
    : ServerCredentials.createInsecure();
}

/** Gives the last replies a moment to leave, then closes what is still open. */
async function shutDown(server: Server): Promise<void> {
  const grace = setTimeout(() => server.forceShutdown(), SHUTDOWN_GRACE_MS);
  await promisify(server.tryShutdown.bind(server))().catch(() => undefined);
  clearTimeout(grace);
  server.forceShutdown();
}

export { SchemaTaken };
