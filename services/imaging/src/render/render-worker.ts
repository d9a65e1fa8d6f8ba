import { setTimeout as sleep } from 'node:timers/promises';
import {
  isBuiltIn,
  MAX_ATTEMPTS,
  RENDER_CANCELLED,
  RENDER_HINT,
  RENDER_TIMEOUT_MS,
} from '@easel/contracts/generation/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import { BUILT_IN } from '@easel/contracts/providers/policy';
import { pause, timeLimit } from '@easel/kernel/server/backoff';
import { BlobStoreFull, type BlobStore } from '@easel/kernel/files/blob-store';
import type { Bus } from '@easel/kernel/bus/bus';
import { randomUUID } from '@easel/kernel/server/chance';
import { faultPoint } from '@easel/kernel/server/fault-point';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { ConfiguredProvider, RemoteSettings } from '../remote/remote-means.ts';
import { RemoteRenders } from '../remote/remote-renders.ts';
import { Claim, type ClaimOptions } from './claim.ts';
import { Drained } from './drained.ts';
import type { ImageMaker } from './image-maker.ts';
import type { OpenGeneration } from './open-generations.ts';
import { Progress } from './progress.ts';
import { Slots, type Release } from './slots.ts';
import { storeImage } from './store-image.ts';

export interface RenderWorkerOptions extends ClaimOptions {
  bus: Bus;
  /** Reads the waiting generations, in order; where it is absent, only hints start renders. */
  open?: () => Promise<readonly OpenGeneration[]>;
  blobs: Pick<BlobStore, 'put'>;
  maker: ImageMaker;
  logger: Logger;
  /** Renders at the same time; pictures of remote providers that are finished count as well. */
  slots: number;
  /** Absent where no provider is configured. `slots`: calls that wait for their providers at the same time. */
  remote?: { providers: ReadonlyMap<string, ConfiguredProvider>; slots: number; settings: RemoteSettings };
  renderTimeoutMs?: number;
  drainMs?: number;
  /** How often an idle worker polls the waiting generations, in ms. */
  lookEveryMs?: number;
  /** Between two words about the progress of one job. */
  progressMs?: number;
}

/** Hints that may wait; more are dropped, since whoever sent them says them again. */
const MAX_WAITING = 1_000;
/** Renders get this long to finish once the process is asked to end. */
const DRAIN_MS = 8_000;
const DRAINING = 'the worker is shutting down';
/** Without a hint: the bus may lose hints, and may hang. */
const LOOK_EVERY_MS = 3_000;
/** Of those that wait, the one with the smallest `turn` comes first. */
const hint = z.object({
  generationId: z.uuid(),
  correlationId: z.string(),
  turn: z.number().default(0),
  provider: z.string().default(BUILT_IN),
});
const cancelled = z.object({ generationId: z.uuid() });

class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

interface Running {
  work: Promise<void>;
  cancel: AbortController;
  /** Of a remote provider, once it is ours. */
  remote?: Claim;
}

/**
 * Renders what the bus hints at, and what it finds waiting without a hint: claims it in the log, makes the images on
 * other threads or has them made by a remote provider, stores their bytes, records them, ends it. Whoever loses a claim
 * drops the work; whoever dies leaves a lease that runs out.
 */
export class RenderWorker {
  /** Of this process's life. */
  readonly name = `worker-${randomUUID()}`;
  private readonly waiting = new Map<string, OpenGeneration>();
  private readonly running = new Map<string, Running>();
  private readonly cpu: Slots;
  private readonly remote: RemoteRenders | undefined;
  private readonly cut = new AbortController();
  /** Of renders by the built-in renderer, which another worker can make again for nothing. */
  private readonly cutHere = new AbortController();
  private readonly ending = new AbortController();
  private stopHearing: (() => Promise<void>)[] = [];
  private draining = false;

  constructor(private readonly options: RenderWorkerOptions) {
    const { slots, remote } = options;
    const onFree = (): void => this.fill();
    const onWait = (): void => {
      if (this.draining) this.makeRoom();
    };
    this.cpu = new Slots(slots, undefined, onFree, onWait);
    if (!remote) return;
    this.remote = new RemoteRenders(remote.providers, remote.settings, { slots: remote.slots, cpu: this.cpu, onFree });
  }

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
    const done = this.remote ? [this.remote.start()] : [];
    this.stopHearing = await Promise.all([hints, cancellations, ...done]);
  }

  /** Takes nothing new, lets what runs finish for a while, then hands it back. */
  async stop(): Promise<void> {
    this.draining = true;
    this.ending.abort(new Drained(DRAINING));
    this.waiting.clear();
    if (this.cpu.isWaitedFor) this.makeRoom();
    await Promise.all(this.stopHearing.map((stop) => stop()));
    const late = new AbortController();
    const deadline = sleep(this.options.drainMs ?? DRAIN_MS, undefined, { signal: late.signal }).then(
      () => {
        this.cut.abort(new Drained(DRAINING));
        this.makeRoom();
      },
      () => undefined,
    );
    while (this.running.size > 0) await Promise.all([...this.running.values()].map(({ work }) => work));
    late.abort();
    await deadline;
    await this.options.maker.close();
  }

  /** Hands renders back at once: the answer of a provider is paid for, and cannot be asked for again. */
  private makeRoom(): void {
    this.cutHere.abort(new Drained(DRAINING));
  }

  private async lookNowAndThen(open: () => Promise<readonly OpenGeneration[]>): Promise<void> {
    const { logger, lookEveryMs = LOOK_EVERY_MS } = this.options;
    while (!this.ending.signal.aborted) {
      try {
        await this.remote?.look();
        this.fill();
        if (this.isIdle()) for (const one of await open()) this.hear(one);
      } catch (error) {
        logger.debug({ err: error }, 'the open generations could not be read');
      }
      await pause(lookEveryMs, this.ending.signal);
    }
  }

  /** It could begin more than it has heard of. */
  private isIdle(): boolean {
    const hasRoom = this.cpu.isFree(BUILT_IN) || this.remote?.hasRoom === true;
    return hasRoom && this.next() === undefined;
  }

  private hear(heard: OpenGeneration): void {
    if (this.draining || this.running.has(heard.generationId) || this.waiting.size >= MAX_WAITING) return;
    this.waiting.set(heard.generationId, heard);
    this.fill();
  }

  private drop(generationId: string): void {
    this.waiting.delete(generationId);
    const job = this.running.get(generationId);
    // What a provider may have been paid for is not given up for a word of the bus: the log says whether it is so.
    if (job?.remote) job.remote.extend();
    else job?.cancel.abort(new Cancelled('the generation was cancelled'));
  }

  private fill(): void {
    for (let heard = this.next(); heard && !this.draining; heard = this.next()) this.begin(heard);
  }

  private begin(heard: OpenGeneration): void {
    const { generationId, provider } = heard;
    this.waiting.delete(generationId);
    const slot = isBuiltIn(provider) ? this.cpu.take(provider) : this.remote?.take(provider);
    const job: Running = { work: Promise.resolve(), cancel: new AbortController() };
    this.running.set(generationId, job);
    job.work = this.render(heard, job, slot)
      .catch((error: unknown) => {
        // Nothing was lost: the lease runs out, or the queue hints again.
        if (!(error instanceof Refused)) this.options.logger.error({ err: error, generationId }, 'a render was left');
      })
      .finally(() => {
        this.running.delete(generationId);
        slot?.();
      });
  }

  /** Whose turn it is of those that may begin now; within a turn, the first that was heard of. */
  private next(): OpenGeneration | undefined {
    const may = new Map<string, boolean>();
    let first: OpenGeneration | undefined;
    for (const heard of this.waiting.values()) {
      if (first && heard.turn >= first.turn) continue;
      const { provider } = heard;
      if (!may.has(provider)) may.set(provider, this.mayBegin(provider));
      if (may.get(provider)) first = heard;
    }
    return first;
  }

  private mayBegin(provider: string): boolean {
    return isBuiltIn(provider) || !this.remote ? this.cpu.isFree(BUILT_IN) : this.remote.mayBegin(provider);
  }

  private async render(heard: OpenGeneration, job: Running, slot: Release | undefined): Promise<void> {
    const claimed = await Claim.take(heard, this.name, this.options);
    faultPoint('imaging.after-claim');
    try {
      if (isBuiltIn(claimed.rendering.provider)) await this.renderHere(claimed, job.cancel.signal);
      else await this.renderRemotely(claimed, job, isBuiltIn(heard.provider) ? undefined : slot);
    } finally {
      claimed.release();
    }
  }

  private async renderRemotely(claim: Claim, job: Running, slot: Release | undefined): Promise<void> {
    job.remote = claim;
    const signals = { cut: this.cut.signal, draining: this.ending.signal };
    if (this.remote) return this.remote.render(claim, slot, signals);
    const detail = 'no provider is configured';
    await claim.insist({ type: 'Fail', ...claim.held, reason: 'provider_unavailable', detail, certainty: 'perhaps' });
  }

  private async renderHere(claimed: Claim, cancel: AbortSignal): Promise<void> {
    const { renderTimeoutMs = RENDER_TIMEOUT_MS } = this.options;
    const signal = AbortSignal.any([this.cutHere.signal, cancel, claimed.lost, timeLimit(renderTimeoutMs)]);
    try {
      await this.makeAll(claimed, signal);
    } catch (error) {
      if (claimed.lost.aborted || error instanceof Refused) return;
      // Refused where it was cancelled indeed. Where the bus was wrong, it is nobody's failure, and another's turn.
      await this.giveBack(claimed, this.cutHere.signal.aborted || cancel.aborted ? 'drained' : 'error', error);
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
