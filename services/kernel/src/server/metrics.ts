import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Lag } from '../following/lag-counter.ts';

/** One process's figures, for Prometheus. */
export class Metrics {
  readonly registry = new Registry();

  /** Seconds from request to reply, by route as its contract writes it. */
  readonly httpSeconds = new Histogram({
    name: 'easel_http_seconds',
    help: 'Seconds from request to reply',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 180],
    registers: [this.registry],
  });

  readonly factsAppended = new Counter({
    name: 'easel_facts_appended_total',
    help: 'Facts appended to the log, by type',
    labelNames: ['type'] as const,
    registers: [this.registry],
  });

  private readonly lags = new Map<string, () => Promise<Lag | undefined>>();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    const { lags } = this;
    new Gauge({
      name: 'easel_subscription_lag_events',
      help: 'Events that a subscription has yet to handle, counted up to a bound; NaN while the log is away, and where another process runs it',
      labelNames: ['subscription'] as const,
      registers: [this.registry],
      async collect() {
        const read = async ([subscription, lag]: [string, () => Promise<Lag | undefined>]): Promise<void> => {
          this.set({ subscription }, (await lag())?.events ?? NaN);
        };
        await Promise.all([...lags].map(read));
      },
    });
  }

  /** Shows from now on how far this subscription is behind. */
  watchLag(subscription: string, lag: () => Promise<Lag | undefined>): void {
    this.lags.set(subscription, lag);
  }

  /** A figure that is read when somebody asks for it. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        this.set(await read());
      },
    });
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }
}
