import { fastify, type FastifyInstance, LogController } from 'fastify';
import { type Logger, pino } from 'pino';
import { listen } from '../listen.ts';
import { Callbacks } from './callbacks.ts';
import { serveControl } from './control.ts';
import { Lab } from './lab.ts';
import { serveApi } from './serve-api.ts';
import { Store } from './store.ts';

export interface ProdigiStandInOptions {
  /** Its role may create the schema `prodigi_standin`. */
  databaseUrl: string;
  /** 0 picks a free one; it listens on 127.0.0.1. */
  port: number;
  /** The key that calls must send as X-API-Key. */
  key: string;
  /** The time of each step of production; null leaves them to control calls. */
  stepMs: number | null;
  /** How long after its first failure a callback or download is tried again (1000); then twice as long each time. */
  retryFirstMs?: number;
  logger?: Logger;
}

export interface ProdigiStandIn {
  port: number;
  url: string;
  /** Finishes what runs; the rest goes on after the next start. */
  close(): Promise<void>;
}

const BODY_LIMIT_BYTES = 1024 * 1024;
const RETRY_FIRST_MS = 1_000;

/**
 * Serves the part of Prodigi's print API that this product uses, from a PostgreSQL schema.
 *
 * @throws what keeps PostgreSQL or the port from being used
 */
export async function startProdigiStandIn(options: ProdigiStandInOptions): Promise<ProdigiStandIn> {
  const { databaseUrl, key, stepMs, retryFirstMs = RETRY_FIRST_MS } = options;
  const logger = options.logger ?? pino({ level: 'silent' });
  const defaults = { away: false, lateMs: 0, hold: false, times: 1, stepMs, shipments: 1, currency: 'USD' };
  const store = new Store(databaseUrl, defaults, logger);
  let url = '';
  const origin = () => url;
  const lab = new Lab(store, { origin, retryFirstMs, logger });
  const callbacks = new Callbacks(store, retryFirstMs, logger);
  lab.onChange(() => callbacks.wake());
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { caseSensitive: false },
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance;
  readEmptyBodies(app);
  app.get('/health/live', () => ({ live: true }));
  void app.register(async (part) => serveControl(part, { store, lab, callbacks, origin }));
  void app.register(async (part) => serveApi(part, { store, lab, key }));

  const close = async () => {
    const broken = Promise.all([callbacks.close(), lab.close()]);
    await app.close();
    await broken;
    await store.close();
  };
  const port = await listen({ app, store, port: options.port, close });
  url = `http://127.0.0.1:${port}`;
  lab.wake();
  callbacks.wake();
  let closing: Promise<void> | undefined;
  return { port, url, close: () => (closing ??= close()) };
}

/** Actions have none. */
function readEmptyBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, String(body).trim() === '' ? {} : (JSON.parse(String(body)) as unknown));
    } catch {
      done(Object.assign(new Error('The body is no JSON.'), { statusCode: 400 }), undefined);
    }
  });
}
