import { MAX_ATTEMPTS, sizeOf, type Size } from '@easel/contracts/generation/policy';
import type { ProviderCall, RequestedGeneration } from '@easel/contracts/generation/view';
import { Refused } from '@easel/contracts/kernel/problem';
import { BlobStoreFull } from '@easel/kernel/files/blob-store';
import { backoffMs, pause } from '@easel/kernel/server/backoff';
import { randomUUID } from '@easel/kernel/server/chance';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { RemoteFailure } from '../providers/remote-provider.ts';
import type { Claim } from '../render/claim.ts';
import { Drained } from '../render/drained.ts';
import type { RemoteImage } from '../render/rendering.decider.ts';
import type { Release } from '../render/slots.ts';
import { allowCalls, type AllowedCall } from './budget.ts';
import { missingParts, type CallPart } from './call-plan.ts';
import { failureOf, lossOf, mayRepeat } from './outcome.ts';
import { NotAPicture } from './pixel-tasks.ts';
import { ProviderCalls, type StoredPicture } from './provider-calls.ts';
import { PATIENCE_MS } from './provider-watch.ts';
import type { ConfiguredProvider, RemoteMeans } from './remote-means.ts';
import { RemoteProgress } from './remote-progress.ts';
import { sendAlong, type SentAlong } from './send-along.ts';

const RETRY_MS = { first: 1_000, most: 8_000 };
const NOTHING: SentAlong = { references: [] };

/** Renders one generation at a remote provider, from its claim to its end. */
export class RemoteRender {
  private readonly stop = new AbortController();
  private readonly signal: AbortSignal;
  private readonly size: Size;
  private readonly progress: RemoteProgress;
  private readonly calls: ProviderCalls;
  private sent = NOTHING;
  private uncalled = 0;

  constructor(
    private readonly claim: Claim,
    private readonly generation: RequestedGeneration,
    private readonly configured: ConfiguredProvider,
    private readonly means: RemoteMeans,
    private readonly signals: {
      /** Aborts everything. */
      readonly cut: AbortSignal;
      /** The worker is shutting down: calls in flight continue, and no new call is made. */
      readonly draining: AbortSignal;
    },
    private first: Release | undefined,
  ) {
    const { settings, ask } = generation;
    this.size = ask ?? sizeOf(settings.aspectRatio, settings.resolution);
    this.signal = AbortSignal.any([signals.cut, claim.lost, this.stop.signal]);
    this.progress = new RemoteProgress(generation, means, this.signal);
    this.calls = new ProviderCalls(claim, generation, configured, means, this.progress, this.signal);
  }

  /** Completes, fails or hands back the generation; does nothing when the claim is lost. */
  async run(): Promise<void> {
    const begun = performance.now();
    try {
      const images = await this.images();
      const processingMs = Math.round(performance.now() - begun);
      await this.claim.insist({ type: 'CompleteRemote', ...this.claim.held, images, processingMs });
      faultPoint('remote.after-complete');
    } catch (error) {
      await this.end(error);
    } finally {
      this.first?.();
    }
  }

  private async images(): Promise<readonly RemoteImage[]> {
    if (this.calls.isLost) throw new RemoteFailure('unknown', 'the worker that made the call recorded no answer');
    const missing = missingParts(this.generation, this.configured.provider.imagesPerCall);
    this.uncalled = missing.length;
    if (missing.length > 0) {
      this.refuseIfClosed();
      this.sent = await this.sendAlong();
    }
    const allowed = await this.allow(missing);
    const before = Object.values(this.generation.calls ?? {});
    return this.all([...before.map((call) => this.resumed(call)), ...allowed.map((call) => this.called(call))]);
  }

  /** Aborts the other calls at the first failure, and throws it once all of them have stopped. */
  private async all(work: readonly Promise<readonly RemoteImage[]>[]): Promise<readonly RemoteImage[]> {
    const settled = await Promise.allSettled(
      work.map(async (one) => {
        try {
          return await one;
        } catch (error) {
          if (!this.stop.signal.aborted) this.stop.abort(error);
          throw error;
        }
      }),
    );
    this.stop.signal.throwIfAborted();
    return settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  }

  private async resumed(call: ProviderCall): Promise<readonly RemoteImage[]> {
    const release = await this.slot();
    return this.finished(call.index, await this.calls.resume(call).finally(release));
  }

  /** Makes a call, and retries refusals that are safe to retry. Each retry is recorded as a new call. */
  private async called(first: AllowedCall): Promise<readonly RemoteImage[]> {
    let call = first;
    for (let refusals = 1; ; refusals++) {
      const release = await this.slot();
      try {
        const pictures = await this.ask(call).finally(release);
        return await this.finished(call.index, pictures);
      } catch (error) {
        if (!mayRepeat(error) || refusals >= MAX_ATTEMPTS || this.calls.isInLog(call.call)) throw error;
        await this.rest(error, refusals);
      }
      this.refuseIfClosed();
      [call = first] = await this.allow([first]);
    }
  }

  private async ask(call: AllowedCall): Promise<readonly StoredPicture[]> {
    this.refuseIfDraining();
    const pictures = await this.calls.ask(call, this.size, this.sent);
    // Release the sent pictures from memory as soon as the last call has them.
    if (--this.uncalled === 0) this.sent = NOTHING;
    return pictures;
  }

  /** Waits before a retry. Throws the refusal when the wait would exceed `PATIENCE_MS`. */
  private async rest(refusal: RemoteFailure, refusals: number): Promise<void> {
    const { retryMs: { first, most } = RETRY_MS, watch } = this.means;
    const { name } = this.configured.settings;
    const restMs = Math.max(backoffMs(refusals - 1, first, most), refusal.retryAfterMs ?? 0, watch.restMs(name));
    if (restMs > PATIENCE_MS) throw refusal;
    await pause(restMs, this.signal);
    this.signal.throwIfAborted();
  }

  private async finished(index: number, pictures: readonly StoredPicture[]): Promise<readonly RemoteImage[]> {
    const images: RemoteImage[] = [];
    for (const [n, { blob, revisedPrompt }] of pictures.entries()) {
      const { enlarged, ...made } = await this.finish(blob);
      images.push({
        index: index + n,
        variantId: randomUUID(),
        ...made,
        ...(revisedPrompt !== undefined && { revisedPrompt }),
        ...(enlarged && { enlarged }),
      });
      this.progress.finished();
      faultPoint('remote.after-finish');
    }
    return images;
  }

  /** Finishes a picture, and retries when the render process dies: the picture is already paid for. */
  private async finish(blob: string): ReturnType<RemoteMeans['pixels']['finish']> {
    const { aspectRatio, resolution, outputFormat: format } = this.generation.settings;
    const task = { blob, size: sizeOf(aspectRatio, resolution), format, provider: this.configured.settings.name };
    for (let attempt = 1; ; attempt++) {
      const release = await this.means.cpu.wait('finish', this.signal);
      try {
        return await this.means.pixels.finish(task, this.signal).finally(release);
      } catch (error) {
        this.signal.throwIfAborted();
        if (attempt >= MAX_ATTEMPTS || error instanceof NotAPicture || error instanceof BlobStoreFull) throw error;
        this.means.logger.warn({ err: error }, 'Finishing a picture failed; it is retried');
      }
    }
  }

  private async sendAlong(): Promise<SentAlong> {
    const { blobs, pixels, cpu } = this.means;
    const prepare: typeof pixels.prepare = async (task, signal) => {
      const release = await cpu.wait('prepare', signal);
      return pixels.prepare(task, signal).finally(release);
    };
    // Nothing is asked for while the worker drains: what is only being prepared leaves its slot to finished pictures.
    const signal = AbortSignal.any([this.signal, this.signals.draining]);
    return sendAlong(this.generation, this.size, { blobs, prepare }, signal);
  }

  private allow(parts: readonly CallPart[]): Promise<readonly AllowedCall[]> {
    const { runner, now } = this.means;
    const costing = { settings: this.configured.settings, size: this.size, now: now?.() ?? new Date() };
    return allowCalls(parts, costing, this.generation, { runner, context: this.claim.context });
  }

  /** Returns the slot that the worker took for this generation; further calls wait for their own. */
  private slot(): Promise<Release> {
    const { first } = this;
    this.first = undefined;
    return first ? Promise.resolve(first) : this.means.slots.wait(this.configured.settings.name, this.signal);
  }

  private refuseIfClosed(): void {
    this.refuseIfDraining();
    if (this.means.watch.standingOf(this.configured.settings.name) === 'closed') {
      throw new RemoteFailure('unreachable', 'the provider is paused or has been failing for a while');
    }
  }

  private refuseIfDraining(): void {
    if (this.signals.draining.aborted) throw new Drained('the worker is shutting down');
  }

  private async end(error: unknown): Promise<void> {
    if (this.claim.lost.aborted || error instanceof Refused) return;
    const { isLost, certainty } = this.calls;
    const { held, rendering } = this.claim;
    const isDrained = error instanceof Drained;
    const isLast = !isDrained && rendering.tries >= MAX_ATTEMPTS;
    const failure = failureOf(error) ?? (isLost || isLast ? lossOf(error) : undefined);
    const said = { err: error, generationId: rendering.id, ...failure };
    this.means.logger.warn(said, 'A remote generation ended without images');
    const detail = error instanceof Error ? error.name : 'unknown';
    await this.claim.insist(
      failure
        ? { type: 'Fail', ...held, ...failure, certainty }
        : { type: 'HandBack', ...held, reason: isDrained ? 'drained' : 'error', detail },
    );
    faultPoint('remote.after-end');
  }
}
