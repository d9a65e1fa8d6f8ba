import type { Logger } from 'pino';
import { Late, within } from './backoff.ts';

export interface Readiness {
  ready: boolean;
  /** `ok`, or what is wrong, by name. */
  checks: Record<string, string>;
}

/** Answers each message of the parent process, which checks in this way whether this process hangs. */
export function answerParent(): void {
  process.on('message', (message) => process.send?.(message, () => undefined));
  process.channel?.unref();
}

/** Says in a sentence for everybody what is wrong, and what comes of it. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

const CHECK_DEADLINE_MS = 2_000;
const STOP_DEADLINE_MS = 10_000;

/** One process's way from ready to stopped: what must be well for it to serve, and what it stops in which order. */
export class Lifecycle {
  private readonly logger: Logger;
  private readonly drain = new AbortController();
  private readonly checks = new Map<string, () => Promise<void>>();
  private readonly stoppers: { name: string; stop: () => Promise<void>; deadlineMs: number }[] = [];
  private stopping: Promise<void> | undefined;

  constructor({ logger }: { logger: Logger }) {
    this.logger = logger;
  }

  /** Aborts when the process begins to drain. */
  get draining(): AbortSignal {
    return this.drain.signal;
  }

  /** `check` throws what is wrong. The message of NotReady is public; of any other error only the name is. */
  addCheck(name: string, check: () => Promise<void>): void {
    this.checks.set(name, check);
  }

  async readiness(): Promise<Readiness> {
    const results = await Promise.all(
      [...this.checks].map(async ([name, check]) => [name, await this.run(check)] as const),
    );
    const draining = this.drain.signal.aborted;
    return {
      ready: !draining && results.every(([, result]) => result === 'ok'),
      checks: { ...Object.fromEntries(results), ...(draining && { process: 'draining' }) },
    };
  }

  /** Stopped in the reverse of this order. */
  onShutdown(name: string, stop: () => Promise<void>, deadlineMs = STOP_DEADLINE_MS): void {
    this.stoppers.push({ name, stop, deadlineMs });
  }

  /** Drains, then stops everything; one that fails or is late is logged and left behind. */
  shutdown(): Promise<void> {
    this.stopping ??= this.stopAll();
    return this.stopping;
  }

  /** Ends the process on SIGTERM and SIGINT; and with its parent where it was told to (EASEL_EXIT_WITH_PARENT). */
  listenToSignals(): void {
    const end = (): void => void this.shutdown().then(() => process.exit(0));
    process.once('SIGTERM', end);
    process.once('SIGINT', end);
    if (process.env['EASEL_EXIT_WITH_PARENT'] !== '1') return;
    process.stdin.once('end', end).resume();
    answerParent();
  }

  private async stopAll(): Promise<void> {
    this.drain.abort();
    for (const { name, stop, deadlineMs } of this.stoppers.toReversed()) {
      try {
        await within(deadlineMs, stop());
      } catch (error) {
        this.logger.error({ err: error, part: name }, 'a part did not stop');
      }
    }
  }

  private async run(check: () => Promise<void>): Promise<string> {
    try {
      await within(CHECK_DEADLINE_MS, check());
      return 'ok';
    } catch (error) {
      this.logger.debug({ err: error }, 'a readiness check failed');
      if (error instanceof NotReady) return error.message;
      if (error instanceof Late) return `No answer within ${CHECK_DEADLINE_MS / 1000} s`;
      return error instanceof Error ? error.name : 'failed';
    }
  }
}
