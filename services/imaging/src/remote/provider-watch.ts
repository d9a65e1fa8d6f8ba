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
 * - `ready`: it is called. `probing`: it was failing, and one generation at a time is tried there.
 * - `waiting`: it is failing, and is tried again soon. `closed`: it is paused, or failing for longer.
 */
export type Standing = 'ready' | 'probing' | 'waiting' | 'closed';

/** Longer than this no generation waits for a provider that is failing. */
export const PATIENCE_MS = 60_000;

export interface ProviderWatchOptions {
  readonly runner: Pick<DeciderRunner, 'execute' | 'fold'>;
  readonly logger: Logger;
  readonly now?: () => Date;
}

/** What is known of the providers' health, and what this worker adds to it. */
export class ProviderWatch {
  private readonly known = new Map<string, ProviderHealth>();
  /** Failures in a row, of this worker's calls. */
  private readonly failures = new Map<string, number>();

  constructor(private readonly options: ProviderWatchOptions) {}

  /** Reads what operators and other workers have said since; keeps what it knew where the log is away. */
  async refresh(provider: string): Promise<void> {
    try {
      const { state } = await this.options.runner.fold(providerStream.nameOf(provider), providerHealth);
      this.known.set(provider, state);
    } catch (error) {
      this.options.logger.debug({ err: error, provider }, 'the health of a provider could not be read');
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

  /** The provider is not to be called before, in ms from now. */
  restMs(provider: string): number {
    const until = this.known.get(provider)?.failingUntil ?? null;
    return until === null ? 0 : Math.max(0, until - this.now().getTime());
  }

  /** It has answered as it should. */
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

  /** Nothing depends on it at once: where the log is away, the next call says it again. */
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
        logger.warn(data, type === 'ProviderFailing' ? 'a provider is failing' : 'a provider is well');
      }
    } catch (error) {
      logger.warn({ err: error, provider }, 'the health of a provider was not recorded');
    }
    faultPoint('remote.after-health');
  }

  private now(): Date {
    return this.options.now?.() ?? new Date();
  }
}
