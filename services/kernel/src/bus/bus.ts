import type { Logger } from 'pino';
import { NatsBus } from './bus-nats.ts';
import { PostgresBus } from './bus-postgres.ts';

/**
 * Carries hints between processes: it may lose them, double them and bring them late, and nothing depends on it. A
 * subject is words of letters, digits, `-` and `_`, with dots between; what is subscribed to is matched whole.
 */
export interface Bus {
  readonly kind: 'nats' | 'postgres' | 'memory';
  /**
   * Sends, and gives nothing that could be waited for; while the server is away or hangs the hint is lost. `payload` as
   * JSON of at most MAX_PAYLOAD_BYTES, so it carries ids: throws RangeError for more, and TypeError for a subject that
   * is none.
   */
  publish(subject: string, payload: unknown): void;
  /**
   * Resolves when hints arrive from now on, at once while the server is away, and soon where it hangs. Gives the way to
   * stop.
   */
  subscribe(subject: string, handler: (payload: unknown) => void): Promise<() => Promise<void>>;
  /** Throws NotReady while hints get lost; it waits for a server that hangs. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface BusSettings {
  natsUrl?: string | undefined;
  databaseUrl: string;
  logger: Logger;
}

/** NATS where there is an address of one, else PostgreSQL. Neither needs to be up yet. */
export async function openBus({ natsUrl, databaseUrl, logger }: BusSettings): Promise<Bus> {
  const bus = natsUrl ? new NatsBus(natsUrl, logger) : new PostgresBus(databaseUrl, logger);
  await bus.attempted();
  return bus;
}
