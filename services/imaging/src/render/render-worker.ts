import { setTimeout as sleep } from 'node:timers/promises';
import type { GenerationFact } from '@easel/contracts/generation/events';
import {
  LEASE_MS,
  MAX_ATTEMPTS,
  RENDER_CANCELLED,
  RENDER_HINT,
  RENDER_PROGRESS,
  RENDER_TIMEOUT_MS,
} from '@easel/contracts/generation/policy';
import { generationStream } from '@easel/contracts/generation/stream';
import type { GenerationView } from '@easel/contracts/generation/view';
import { Refused } from '@easel/contracts/kernel/problem';
import { pause, timeLimit } from '@easel/kernel/server/backoff';
import { BlobStoreFull, type BlobStore } from '@easel/kernel/files/blob-store';
import type { Bus } from '@easel/kernel/bus/bus';
import { randomUUID } from '@easel/kernel/server/chance';
import type { CommandContext, Decided, DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { ImageMaker } from './image-maker.ts';
import type { OpenGeneration } from './open-generations.ts';
import { rendering, type RenderingCommand } from './rendering.decider.ts';
import { storeImage } from './store-image.ts';

export interface RenderWorkerOptions {
  runner: Pick<DeciderRunner, 'execute'>;
  bus: Bus;
  /** Reads the waiting generations, in order; where it is absent, only hints start renders. */
  open?: () => Promise<readonly OpenGeneration[]>;
  blobs: Pick<BlobStore, 'put'>;
  maker: ImageMaker;
  logger: Logger;
  /** Renders at the same time. */
  slots: number;
  leaseMs?: number;
  renderTimeoutMs?: number;
  drainMs?: number;
  /** How often an idle worker polls the waiting generations, in ms. */
  lookEveryMs?: number;
  /** Between two words about the progress of one job. */
  progressMs?: number;
  now?: () => Date;
}

/** Hints that may wait; more are dropped, since whoever sent them says them again. */
const MAX_WAITING = 1_000;
/** Renders get this long to finish once the process is asked to end. */
const DRAIN_MS = 8_000;
/** Without a hint: the bus may lose hints, and may hang. */
const LOOK_EVERY_MS = 3_000;
/** Nobody looks more often. */
const PROGRESS_MS = 250;

/** Of those that wait, the one with the smallest `turn` comes first. */
const hint = z.object({ generationId: z.uuid(), correlationId: z.string(), turn: z.number().default(0) });
const cancelled = z.object({ generationId: z.uuid() });

class Drained extends Error {
  override readonly name = 'Drained';
}

class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/**
 * Renders what the bus hints at, and what it finds waiting without a hint: claims it in the log, makes the images on
 * other threads, stores their bytes, records them, ends it. Whoever loses a claim drops the work; whoever dies leaves a
 * lease that runs out.
 */
export class RenderWorker {
  /** Of this process's life. */
  readonly name = `worker-${randomUUID()}`;
  private readonly waiting = new Map<string, OpenGeneration>();
  private readonly running = new Map<string, { work: Promise<void>; cancel: AbortController }>();
  private readonly cut = new AbortController();
  private readonly ending = new AbortController();
  private stopHearing: (() => Promise<void>)[] = [];
  private draining = false;

  constructor(private readonly options: RenderWorkerOptions) {}

  async start(): Promise<void> {
    const { bus, open } = this.options;
    // First of all, and beside the bus: that may hang for as long as it likes.
    if (open) void this.lookNowAndThen(open);
    const hints = bus.subscribe(RENDER_HINT, (payload) => {
      const heard = hint.safeParse(payload);
      if (heard.success) this.hear(heard.data);
    });
    const cancellations = bus.subscribe(RENDER_CANCELLED, (payload) => {
      const heard = cancelled.safeParse(payload);
      if (heard.success) this.drop(heard.data.generationId);
    });
    this.stopHearing = await Promise.all([hints, cancellations]);
  }

  /** Takes nothing new, lets what runs finish for a while, then hands it back. */
  async stop(): Promise<void> {
    this.draining = true;
    this.ending.abort();
    this.waiting.clear();
    await Promise.all(this.stopHearing.map((stop) => stop()));
    const late = new AbortController();
    const deadline = sleep(this.options.drainMs ?? DRAIN_MS, undefined, { signal: late.signal }).then(
      () => this.cut.abort(new Drained('the worker is shutting down')),
      () => undefined,
    );
    while (this.running.size > 0) await Promise.all([...this.running.values()].map(({ work }) => work));
    late.abort();
    await deadline;
    await this.options.maker.close();
  }

  private async lookNowAndThen(open: () => Promise<readonly OpenGeneration[]>): Promise<void> {
    const { slots, logger, lookEveryMs = LOOK_EVERY_MS } = this.options;
    while (!this.ending.signal.aborted) {
      try {
        if (this.waiting.size === 0 && this.running.size < slots) for (const one of await open()) this.hear(one);
      } catch (error) {
        logger.debug({ err: error }, 'the open generations could not be read');
      }
      await pause(lookEveryMs, this.ending.signal);
    }
  }

  private hear(heard: OpenGeneration): void {
    if (this.draining || this.running.has(heard.generationId) || this.waiting.size >= MAX_WAITING) return;
    this.waiting.set(heard.generationId, heard);
    this.fill();
  }

  private drop(generationId: string): void {
    this.waiting.delete(generationId);
    this.running.get(generationId)?.cancel.abort(new Cancelled('the generation was cancelled'));
  }

  private fill(): void {
    while (!this.draining && this.running.size < this.options.slots) {
      const heard = this.next();
      if (!heard) return;
      const { generationId } = heard;
      this.waiting.delete(generationId);
      const cancel = new AbortController();
      const work = this.render(heard, cancel.signal)
        .catch((error: unknown) => {
          // Nothing was lost: the lease runs out, or the queue hints again.
          if (!(error instanceof Refused)) this.options.logger.error({ err: error, generationId }, 'a render was left');
        })
        .finally(() => {
          this.running.delete(generationId);
          this.fill();
        });
      this.running.set(generationId, { work, cancel });
    }
  }

  /** Whose turn it is of those that wait; within a turn, the first that was heard of. */
  private next(): OpenGeneration | undefined {
    let first: OpenGeneration | undefined;
    for (const heard of this.waiting.values()) if (!first || heard.turn < first.turn) first = heard;
    return first;
  }

  private async render(heard: OpenGeneration, cancel: AbortSignal): Promise<void> {
    const claimed = await Claim.take(heard, this.name, this.options);
    faultPoint('imaging.after-claim');
    const { renderTimeoutMs = RENDER_TIMEOUT_MS } = this.options;
    const signal = AbortSignal.any([this.cut.signal, cancel, claimed.lost, timeLimit(renderTimeoutMs)]);
    try {
      await this.makeAll(claimed, signal);
    } catch (error) {
      if (claimed.lost.aborted || error instanceof Refused) return;
      // Refused where it was cancelled indeed. Where the bus was wrong, it is nobody's failure, and another's turn.
      await this.giveBack(claimed, this.cut.signal.aborted || cancel.aborted ? 'drained' : 'error', error);
    } finally {
      claimed.release();
    }
  }

  private async makeAll(claim: Claim, signal: AbortSignal): Promise<void> {
    const { prompt, negativePrompt, lettering, settings, trial } = claim.rendering;
    if (!settings) throw new Error('a generation without settings');
    const begun = performance.now();
    const progress = new Progress(claim.rendering, this.options);
    for (let index = 0; index < settings.count; index++) {
      const job = { prompt, negativePrompt, lettering, settings, index, trial: trial !== undefined };
      const image = await this.options.maker.make(job, signal, (made) => progress.tell(index, made));
      // Files first: every blob that is recorded exists.
      const stored = await storeImage(this.options.blobs, image);
      faultPoint('imaging.after-blobs');
      await claim.say({ type: 'RecordVariant', ...claim.held, index, variantId: randomUUID(), ...stored });
      faultPoint('imaging.after-variant');
    }
    await claim.say({ type: 'Complete', ...claim.held, processingMs: Math.round(performance.now() - begun) });
    faultPoint('imaging.after-complete');
  }

  private async giveBack(claim: Claim, reason: 'drained' | 'error', error: unknown): Promise<void> {
    const detail = error instanceof Error ? error.name : 'unknown';
    const last = reason === 'error' && claim.rendering.tries >= MAX_ATTEMPTS;
    this.options.logger.warn({ err: error, generationId: claim.rendering.id, last }, 'a render is handed back');
    await claim.say(
      last
        ? { type: 'Fail', ...claim.held, reason: error instanceof BlobStoreFull ? 'no_room' : 'render_failed', detail }
        : { type: 'HandBack', ...claim.held, reason, detail },
    );
    faultPoint('imaging.after-hand-back');
  }
}

/** Tells on the bus how far one job is, for whoever watches: nothing depends on it. */
class Progress {
  private reportedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly rendering: GenerationView,
    private readonly options: RenderWorkerOptions,
  ) {}

  /** `done` images are stored, and so much of the next one is made. */
  tell(done: number, made: number): void {
    const { bus, progressMs = PROGRESS_MS } = this.options;
    const now = performance.now();
    if (now - this.reportedAt < progressMs) return;
    this.reportedAt = now;
    const { id: generationId, memberId, settings } = this.rendering;
    const progress = Math.round(((done + made) / (settings?.count ?? 1)) * 1000) / 1000;
    bus.publish(RENDER_PROGRESS, { generationId, memberId, done, progress });
  }
}

/** One generation that is ours for now: its lease is extended until it is released or lost. */
class Claim {
  readonly held: { worker: string; attempt: number };
  private readonly gone = new AbortController();
  private readonly beat: NodeJS.Timeout;
  private words = 0;

  private constructor(
    readonly rendering: GenerationView,
    worker: string,
    private readonly context: CommandContext,
    private readonly options: RenderWorkerOptions,
  ) {
    const { leaseMs = LEASE_MS } = options;
    this.held = { worker, attempt: rendering.attempt };
    this.beat = setInterval(() => {
      const leaseUntil = new Date(this.now().getTime() + leaseMs);
      // An extension that cannot be stored is tried again at the next beat; one that is refused ends the work.
      this.say({ type: 'ExtendLease', ...this.held, leaseUntil }).catch((error: unknown) => {
        if (isLost(error)) this.gone.abort(error);
      });
    }, leaseMs / 3);
  }

  /** Throws Refused where it is somebody else's, or over. */
  static async take(heard: OpenGeneration, worker: string, options: RenderWorkerOptions): Promise<Claim> {
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

  async say(command: RenderingCommand): Promise<void> {
    this.words += 1;
    const context = { ...this.context, key: `${this.context.key} ${this.words}` };
    await decide(this.options, this.rendering.id, command, context);
  }

  release(): void {
    clearInterval(this.beat);
  }

  private now(): Date {
    return this.options.now?.() ?? new Date();
  }
}

const decide = (
  { runner }: RenderWorkerOptions,
  generationId: string,
  command: RenderingCommand,
  context: CommandContext,
): Promise<Decided<GenerationView, GenerationFact>> =>
  runner.execute(generationStream.nameOf(generationId), rendering, command, context);

const isLost = (error: unknown): boolean => error instanceof Refused && error.problem.status < 500;
