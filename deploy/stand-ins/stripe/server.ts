import { fastify, type FastifyInstance, LogController } from 'fastify';
import { type Logger, pino } from 'pino';
import { listen } from '../listen.ts';
import { PostgresArchive } from './archive/archive-postgres.ts';
import { serveControl } from './control.ts';
import { httpPost } from './http-post.ts';
import { newId } from './ids.ts';
import { parseForm } from './form.ts';
import { servePages } from './pages/pages.routes.ts';
import { serveApi } from './serve-api.ts';
import { StandIn } from './stand-in.ts';

export interface StripeStandInOptions {
  /** Its role may create the schema `stripe_standin`. */
  databaseUrl: string;
  /** 0 picks a free one; it listens on 127.0.0.1. */
  port: number;
  /** What the library is given as its key. */
  secretKey: string;
  /** What the library is given to verify events with. */
  webhookSecret: string;
  /** Where events go; without it they wait. */
  webhookUrl?: string | null;
  /** Where browsers reach it, if not by its own address. */
  publicUrl?: string;
  /** How long after its first failure an event is sent again (1000); then twice as long each time, at most an hour. */
  retryFirstMs?: number;
  /** How long a slow bank takes (10,000); null leaves the answer to a control call. */
  settleMs?: number | null;
  logger?: Logger;
  nowMs?: () => number;
}

export interface StripeStandIn {
  port: number;
  url: string;
  /** Finishes the requests that run; what is not delivered is delivered after the next start. */
  close(): Promise<void>;
}

const BODY_LIMIT_BYTES = 256 * 1024;
const REQUEST_TIMEOUT_MS = 10_000;
const RETRY_FIRST_MS = 1_000;
const SETTLE_MS = 10_000;

/**
 * Serves the part of Stripe that this product uses, from a PostgreSQL schema.
 *
 * @throws what keeps PostgreSQL or the port from being used
 */
export async function startStripeStandIn(options: StripeStandInOptions): Promise<StripeStandIn> {
  const logger = options.logger ?? pino({ level: 'silent' });
  const settleMs = options.settleMs === undefined ? SETTLE_MS : options.settleMs;
  let origin = options.publicUrl?.replace(/\/+$/, '') ?? '';
  const archive = new PostgresArchive(options.databaseUrl, logger);
  const standIn = new StandIn({
    archive,
    secretKey: options.secretKey,
    webhookSecret: options.webhookSecret,
    webhookUrl: options.webhookUrl ?? null,
    post: httpPost,
    retryFirstMs: Math.max(options.retryFirstMs ?? RETRY_FIRST_MS, 1),
    settleMs,
    nowMs: options.nowMs ?? Date.now,
    origin: () => origin,
    logger,
  });
  const { store, courier, clockwork } = standIn;
  const app = fastify({
    loggerInstance: logger,
    // Addresses hold the ids of open checkouts.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    genReqId: () => newId('request'),
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance;

  app.get('/health/live', () => ({ live: true }));
  app.get('/health/ready', async () => {
    await store.check();
    return { ready: true };
  });
  void app.register(async (part) => {
    readForms(part);
    servePages(part, { store, settleMs });
  });
  void app.register(async (part) => serveControl(part, standIn));
  void app.register(async (part) => serveApi(part, standIn.api));

  const close = async () => {
    // A request may be waiting for a delivery.
    const broken = courier.close();
    await app.close();
    await clockwork.close();
    await broken;
    await store.close();
  };
  const port = await listen({ app, store: archive, port: options.port, close });
  origin ||= `http://127.0.0.1:${port}`;
  standIn.begin();
  let closing: Promise<void> | undefined;
  return { port, url: `http://127.0.0.1:${port}`, close: () => (closing ??= close()) };
}

/** Stripe takes forms and nothing else. */
function readForms(part: FastifyInstance): void {
  part.removeAllContentTypeParsers();
  part.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseForm(String(body)));
    } catch (error) {
      done(error instanceof Error ? error : new Error('unreadable'), undefined);
    }
  });
}
