import type { GenerationFact } from '@easel/contracts/generation/events';
import { LEASE_MS } from '@easel/contracts/generation/policy';
import { generationStream } from '@easel/contracts/generation/stream';
import type { GenerationView } from '@easel/contracts/generation/view';
import { Refused } from '@easel/contracts/kernel/problem';
import type { CommandContext, Decided, DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { AppendInvalid } from '@easel/kernel/log/event-log.errors';
import { backoffMs, pause } from '@easel/kernel/server/backoff';
import { randomUUID } from '@easel/kernel/server/chance';
import type { OpenGeneration } from './open-generations.ts';
import { rendering, type RenderingCommand } from './rendering.decider.ts';

export interface ClaimOptions {
  runner: Pick<DeciderRunner, 'execute'>;
  leaseMs?: number;
  now?: () => Date;
}

/** Between two attempts to append what must not get lost. */
const INSIST_MS = { first: 50, most: 2_000 };

/** One generation that is ours for now: its lease is extended until it is released or lost. */
export class Claim {
  readonly held: { worker: string; attempt: number };
  private readonly gone = new AbortController();
  private readonly beat: NodeJS.Timeout;
  private words = 0;

  private constructor(
    readonly rendering: GenerationView,
    worker: string,
    readonly context: CommandContext,
    private readonly options: ClaimOptions,
  ) {
    this.held = { worker, attempt: rendering.attempt };
    this.beat = setInterval(() => this.extend(), (options.leaseMs ?? LEASE_MS) / 3);
  }

  /** Throws Refused where it is somebody else's, or over. */
  static async take(heard: OpenGeneration, worker: string, options: ClaimOptions): Promise<Claim> {
    const { generationId, correlationId } = heard;
    const now = options.now?.() ?? new Date();
    const leaseUntil = new Date(now.getTime() + (options.leaseMs ?? LEASE_MS));
    const context: CommandContext = {
      key: `render ${generationId} ${randomUUID()}`,
      actor: { kind: 'system', id: 'imaging' },
      correlationId,
    };
    const { state } = await decide(options, generationId, { type: 'Claim', worker, now, leaseUntil }, context);
    return new Claim(state, worker, context, options);
  }

  /** Aborts when the claim is no longer ours. */
  get lost(): AbortSignal {
    return this.gone.signal;
  }

  /** Extends the lease now; where that is refused, the claim is lost. */
  extend(): void {
    const leaseUntil = new Date(this.now().getTime() + (this.options.leaseMs ?? LEASE_MS));
    // An extension that cannot be stored is tried again at the next beat; one that is refused ends the work.
    this.say({ type: 'ExtendLease', ...this.held, leaseUntil }).catch((error: unknown) => {
      if (isLost(error)) this.gone.abort(error);
    });
  }

  async say(command: RenderingCommand): Promise<void> {
    await decide(this.options, this.rendering.id, command, this.nextContext());
  }

  /**
   * The same for what must not get lost while the log is away: repeated under one key until it is stored, refused or
   * the claim is lost. Throws what the last attempt threw.
   */
  async insist(command: RenderingCommand): Promise<void> {
    const context = this.nextContext();
    for (let attempt = 0; ; attempt++) {
      try {
        await decide(this.options, this.rendering.id, command, context);
        return;
      } catch (error) {
        if (isFutile(error) || this.lost.aborted) throw error;
        await pause(backoffMs(attempt, INSIST_MS.first, INSIST_MS.most), this.lost);
      }
    }
  }

  release(): void {
    clearInterval(this.beat);
  }

  private nextContext(): CommandContext {
    this.words += 1;
    return { ...this.context, key: `${this.context.key} ${this.words}` };
  }

  private now(): Date {
    return this.options.now?.() ?? new Date();
  }
}

const decide = (
  { runner }: ClaimOptions,
  generationId: string,
  command: RenderingCommand,
  context: CommandContext,
): Promise<Decided<GenerationView, GenerationFact>> =>
  runner.execute(generationStream.nameOf(generationId), rendering, command, context);

const isLost = (error: unknown): boolean => error instanceof Refused && error.problem.status < 500;

/** Another attempt would end alike. */
const isFutile = (error: unknown): boolean => isLost(error) || error instanceof AppendInvalid;
