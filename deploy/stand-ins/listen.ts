import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const START_TIMEOUT_MS = 10_000;
const START_RETRY_MS = 100;

interface Parts {
  app: FastifyInstance;
  store: { open(): Promise<void> };
  /** 0 picks a free one. */
  port: number;
  /** Also closes what was not opened yet. */
  close: () => Promise<void>;
}

/**
 * Opens the store and then listens on 127.0.0.1; returns the port.
 *
 * @throws what keeps PostgreSQL or the port from being used, with everything closed
 */
export async function listen({ app, store, port, close }: Parts): Promise<number> {
  try {
    await openStore(store, Date.now() + START_TIMEOUT_MS);
    await app.listen({ host: '127.0.0.1', port });
  } catch (error) {
    await close();
    throw error;
  }
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** PostgreSQL may be starting, too. */
async function openStore(store: Parts['store'], deadlineMs: number): Promise<void> {
  for (;;) {
    try {
      await store.open();
      return;
    } catch (error) {
      if (Date.now() >= deadlineMs) throw error;
      await sleep(START_RETRY_MS);
    }
  }
}
