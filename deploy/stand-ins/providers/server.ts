import multipart from '@fastify/multipart';
import { fastify, type FastifyInstance, LogController } from 'fastify';
import { type Logger, pino } from 'pino';
import { serveControl } from './control.ts';
import { Faults } from './faults.ts';
import { Files } from './files.ts';
import { serveFlux } from './flux.routes.ts';
import { Ledger } from './ledger.ts';
import { serveMystic } from './mystic.routes.ts';
import { serveOpenai } from './openai.routes.ts';
import { Painter } from './painter.ts';
import type { Parts } from './parts.ts';
import { serveSdServer } from './sd-server.routes.ts';
import { Tasks } from './tasks.ts';
import { Webhooks } from './webhooks.ts';

export interface ProvidersStandInOptions {
  /** Port on 127.0.0.1; 0 picks a free one. */
  port: number;
  /** The key that calls must send, in their protocol's header; also for control calls. */
  key: string;
  /** The secret that signs webhooks. */
  webhookSecret: string;
  /** Least time per picture; control calls can change it. */
  delayMs?: number;
  /** Most pixels on the long side of a drawing, which is then enlarged. */
  drawPx?: number;
  logger?: Logger;
}

export interface ProvidersStandIn {
  port: number;
  url: string;
  /** Closes the server and its open connections. */
  close(): Promise<void>;
}

const BODY_LIMIT_BYTES = 64 * 1024 * 1024;
const DRAW_PX = 1024;

/**
 * Serves the protocols of image providers. Its state is in memory: a restart clears tasks, files and faults.
 *
 * @throws Error when the port cannot be used
 */
export async function startProvidersStandIn(options: ProvidersStandInOptions): Promise<ProvidersStandIn> {
  const { key, webhookSecret, delayMs = 0, drawPx = DRAW_PX } = options;
  const logger = options.logger ?? pino({ level: 'silent' });
  let url = '';
  const made = {
    faults: new Faults({ delayMs, retryAfterSeconds: 1 }),
    ledger: new Ledger(),
    painter: new Painter(drawPx),
    files: new Files(),
    logger,
  };
  const parts: Parts = {
    ...made,
    tasks: new Tasks(made),
    webhooks: new Webhooks(webhookSecret, made.ledger),
    key,
    origin: () => url,
  };
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    // Unanswered calls are still open.
    forceCloseConnections: true,
  }) as unknown as FastifyInstance;
  app.get('/health/live', () => ({ live: true }));
  void app.register(multipart, { limits: { fileSize: BODY_LIMIT_BYTES } });
  void app.register(async (part) => serveControl(part, parts));
  void app.register(async (part) => serveOpenai(part, parts));
  void app.register(async (part) => serveSdServer(part, parts));
  void app.register(async (part) => serveFlux(part, parts));
  void app.register(async (part) => serveMystic(part, parts));
  await app.listen({ host: '127.0.0.1', port: options.port });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  url = `http://127.0.0.1:${port}`;
  let closing: Promise<void> | undefined;
  const close = async () => {
    parts.webhooks.close();
    await app.close();
  };
  return { port, url, close: () => (closing ??= close()) };
}
