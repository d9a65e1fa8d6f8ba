import { providerStream } from '@easel/contracts/providers/stream';
import type { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { randomUUID } from '@easel/kernel/server/chance';
import { faultPoint } from '@easel/kernel/server/fault-point';
import type { Logger } from 'pino';
import {
  FAILURES_MOST,
  providerHealth,
  type FailingReason,
  type ProviderHealth,
  type ProviderHealthCommand,
} from './provider-health.decider.ts';

/**
 * State of a provider for the next call:
 * - `ready`: it accepts calls.
 * - `probing`: the circuit breaker is half-open; one generation at a time is tried.
 * - `waiting`: the circuit breaker is open, and half-open within `PATIENCE_MS`.
 * - `closed`: the provider is paused, or the circuit breaker stays open for longer.
 */
export type Standing = 'ready' | 'probing' | 'waiting' | 'closed';

/** Longest time that a generation waits for a failing provider. */
export const PATIENCE_MS = 60_000;

export interface ProviderWatchOptions {
  readonly runner: Pick<DeciderRunner, 'execute' | 'fold'>;
  readonly logger: Logger;
  readonly now?: () => Date;
}

/** Tracks the providers' health, and reports the outcomes of this worker's calls. */
export class ProviderWatch {
  private readonly known = new Map<string, ProviderHealth>();
  /** Consecutive failures of this worker's calls, by provider. */
  private readonly failures = new Map<string, number>();

  constructor(private readonly options: ProviderWatchOptions) {}

  /** Reads the provider's health; keeps the previous one when the log is unavailable. */
  async refresh(provider: string): Promise<void> {
    try {
      const { state } = await this.options.runner.fold(providerStream.nameOf(provider), providerHealth);
      this.known.set(provider, state);
    } catch (error) {
      this.options.logger.debug({ err: error, provider }, 'The health of a provider could not be read');
    }
  }

  standingOf(provider: string): Standing {
    const health = this.known.get(provider);
    if (health?.isPaused) return 'closed';
    if (health === undefined || health.failingUntil === null) return 'ready';
    const restMs = health.failingUntil - this.now().getTime();
    if (restMs <= 0) return 'probing';
    return restMs > PATIENCE_MS ? 'closed' : 'waiting';
  }

  /** Returns the wait before the next call, in ms. */
  restMs(provider: string): number {
    const until = this.known.get(provider)?.failingUntil ?? null;
    return until === null ? 0 : Math.max(0, until - this.now().getTime());
  }

  /** Reports a call that the provider answered as it should. */
  async succeeded(provider: string): Promise<void> {
    this.failures.delete(provider);
    if (this.isFailing(provider)) await this.say({ type: 'NoteSuccess', provider });
  }

  async failed(provider: string, reason: FailingReason): Promise<void> {
    const failures = (this.failures.get(provider) ?? 0) + 1;
    this.failures.set(provider, failures);
    if (failures < FAILURES_MOST && !this.isFailing(provider)) return;
    await this.say({ type: 'NoteFailures', provider, reason, failures, now: this.now() });
  }

  private isFailing(provider: string): boolean {
    return (this.known.get(provider)?.failingUntil ?? null) !== null;
  }

  /** Records the report. When the log is unavailable, the next call reports again. */
  private async say(command: ProviderHealthCommand): Promise<void> {
    const { runner, logger } = this.options;
    const { provider } = command;
    const context = {
      key: `provider health ${provider} ${randomUUID()}`,
      actor: {
        kind: 'system',
        id: 'imaging',
      } as const,
      correlationId: randomUUID(),
    };
    try {
      const { state, facts } = await runner.execute(providerStream.nameOf(provider), providerHealth, command, context);
      this.known.set(provider, state);
      for (const { type, data } of facts) {
        logger.warn(data, type === 'ProviderFailing' ? 'A provider is failing' : 'A provider has recovered');
      }
    } catch (error) {
      logger.warn({ err: error, provider }, 'The health of a provider was not recorded');
    }
    faultPoint('remote.after-health');
  }

  private now(): Date {
    return this.options.now?.() ?? new Date();
  }
}
