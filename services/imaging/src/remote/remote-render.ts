import { sizeOf, MAX_ATTEMPTS, PROMPT_MAX, seedOfImage, type Size } from '@easel/contracts/generation/policy';
import type { ProviderCall, RequestedGeneration } from '@easel/contracts/generation/view';
import { Refused } from '@easel/contracts/kernel/problem';
import { backoffMs, pause, timeLimit } from '@easel/kernel/server/backoff';
import { randomUUID } from '@easel/kernel/server/chance';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { BlobStoreFull } from '@easel/kernel/files/blob-store';
import { RemoteFailure, type RemotePicture, type RemoteTask } from '../providers/remote-provider.ts';
import type { Claim } from '../render/claim.ts';
import { Drained } from '../render/drained.ts';
import type { RemoteImage } from '../render/rendering.decider.ts';
import type { Release } from '../render/slots.ts';
import { unlessAborted } from '../render/unless-aborted.ts';
import { allowCalls, type AllowedCall } from './budget.ts';
import { missingParts, type CallPart } from './call-plan.ts';
import { ailmentOf, failureOf, isRefusal, lossOf, mayRepeat } from './outcome.ts';
import { NotAPicture, SENT_MAX_BYTES } from './pixel-tasks.ts';
import { POLL_PACE, pollTask, type Polling } from './poll-task.ts';
import { PATIENCE_MS } from './provider-watch.ts';
import type { ConfiguredProvider, RemoteMeans } from './remote-means.ts';
import { RemoteProgress } from './remote-progress.ts';
import { sendAlong, type SentAlong } from './send-along.ts';
import type { WatchedTask } from './task-hints.ts';

/** What a provider has sent, in the blob store as it came. */
interface StoredPicture {
  readonly blob: string;
  readonly revisedPrompt?: string | undefined;
}

/** A call of the log. While it is open, it is not known what came of it. */
interface Standing {
  readonly taskId?: string | undefined;
  readonly isOpen: boolean;
}

const RETRY_MS = { first: 1_000, most: 8_000 };

/** One generation of a remote provider, from its claim to its end. */
export class RemoteRender {
  private readonly calls = new Map<string, Standing>();
  private readonly stop = new AbortController();
  private readonly signal: AbortSignal;
  private readonly size: Size;
  private readonly progress: RemoteProgress;
  private sent: SentAlong = { references: [] };
  private uncalled = 0;

  constructor(
    private readonly claim: Claim,
    private readonly generation: RequestedGeneration,
    private readonly configured: ConfiguredProvider,
    private readonly means: RemoteMeans,
    private readonly signals: {
      /** Aborts everything. */
      readonly cut: AbortSignal;
      /** The worker is shutting down: what is under way goes on, and nothing new is asked for. */
      readonly draining: AbortSignal;
    },
    private first: Release | undefined,
  ) {
    const { settings, ask } = generation;
    this.size = ask ?? sizeOf(settings.aspectRatio, settings.resolution);
    this.signal = AbortSignal.any([signals.cut, claim.lost, this.stop.signal]);
    this.progress = new RemoteProgress(generation, means, this.signal);
    for (const { call, taskId } of Object.values(generation.calls ?? {}))
      this.calls.set(call, { taskId, isOpen: true });
  }

  /** Ends the generation, hands it back, or leaves it to those who have it now. */
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
    const before = Object.values(this.generation.calls ?? {});
    if (before.some(({ taskId }) => taskId === undefined)) {
      throw new RemoteFailure('unknown', 'the worker that made the call recorded no answer');
    }
    const missing = missingParts(this.generation, this.configured.provider.imagesPerCall);
    this.uncalled = missing.length;
    if (missing.length > 0) {
      this.refuseIfClosed();
      this.sent = await this.sendAlong();
    }
    const calls = await this.allow(missing);
    return this.all([...before.map((call) => this.resumed(call)), ...calls.map((call) => this.called(call))]);
  }

  /** The first failure stops the others, and is thrown once all of them have stopped. */
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

  private async resumed({ call, taskId = '', pollUrl, index, images }: ProviderCall): Promise<readonly RemoteImage[]> {
    const release = await this.slot();
    const task = { taskId, pollUrl };
    const part = { call, index, images, task, watched: this.watched(task), isResumed: true };
    const pictures = await this.poll(part, this.limited()).finally(release);
    return this.finished(index, pictures);
  }

  /** Asks again where the provider did not take the call; each time is another call of the log. */
  private async called(first: AllowedCall): Promise<readonly RemoteImage[]> {
    let call = first;
    for (let refusals = 1; ; refusals++) {
      const release = await this.slot();
      let restMs: number;
      try {
        const pictures = await this.ask(call).finally(release);
        return await this.finished(call.index, pictures);
      } catch (error) {
        if (!mayRepeat(error) || refusals >= MAX_ATTEMPTS || this.calls.has(call.call)) throw error;
        restMs = this.restMs(error, refusals);
        if (restMs > PATIENCE_MS) throw error;
      }
      await pause(restMs, this.signal);
      this.signal.throwIfAborted();
      this.refuseIfClosed();
      [call = first] = await this.allow([first]);
    }
  }

  private restMs({ retryAfterMs }: RemoteFailure, refusals: number): number {
    const { first, most } = this.means.retryMs ?? RETRY_MS;
    const { name } = this.configured.settings;
    return Math.max(backoffMs(refusals - 1, first, most), retryAfterMs ?? 0, this.means.watch.restMs(name));
  }

  private async ask(part: AllowedCall): Promise<readonly StoredPicture[]> {
    this.refuseIfDraining();
    const { call, index, images, costMicros } = part;
    await this.claim.insist({ type: 'CallProvider', ...this.claim.held, call, index, images, costMicros });
    this.calls.set(call, { isOpen: true });
    faultPoint('remote.after-call');
    const limited = this.limited();
    const asked = this.configured.provider.ask(this.remoteCall(part), limited, (file) => this.progress.preview(file));
    const answer = await unlessAborted(asked, limited).catch(async (error: unknown) => {
      throw await this.notTaken(call, error);
    });
    faultPoint('remote.after-answer');
    if (--this.uncalled === 0) this.sent = { references: [] };
    if (!('task' in answer)) return this.answered(part, answer.pictures);
    const { task } = answer;
    // Before the log knows of it: it may be done by then.
    const watched = this.watched(task);
    await this.accept(call, task);
    faultPoint('remote.after-task');
    return this.poll({ ...part, task, watched, isResumed: false }, limited);
  }

  private watched({ taskId }: RemoteTask): WatchedTask {
    return this.means.hints.watch(this.configured.settings.name, taskId);
  }

  private remoteCall({ call, index, images }: AllowedCall): Parameters<ConfiguredProvider['provider']['ask']>[0] {
    const { prompt, negativePrompt, settings } = this.generation;
    const seed = seedOfImage(settings.seed, index);
    return { call, prompt, negativePrompt, settings, seed, images, size: this.size, ...this.sent };
  }

  /** Records what came of a call that brought neither pictures nor a task; gives what is to be thrown. */
  private async notTaken(call: string, error: unknown): Promise<unknown> {
    const failure = this.failureOf(error);
    if (!(failure instanceof RemoteFailure)) return failure;
    const { kind, status, detail } = failure;
    if (isRefusal(kind)) {
      const said = { call, reason: kind, status, detail: detail.slice(0, 300) };
      await this.claim.insist({ type: 'RefuseCall', ...this.claim.held, ...said });
      this.calls.delete(call);
      faultPoint('remote.after-refusal');
    }
    await this.note(failure);
    return failure;
  }

  private async accept(call: string, { taskId, pollUrl, costMicros }: RemoteTask): Promise<void> {
    await this.claim.insist({ type: 'AcceptTask', ...this.claim.held, call, taskId, pollUrl, costMicros });
    this.calls.set(call, { taskId, isOpen: true });
  }

  private async poll(
    {
      task,
      watched,
      isResumed,
      ...part
    }: CallPart & Pick<Polling, 'task' | 'watched' | 'isResumed'> & { call: string },
    limited: AbortSignal,
  ): Promise<readonly StoredPicture[]> {
    const { provider, settings } = this.configured;
    const polling = {
      provider,
      task,
      watched,
      isResumed,
      pace: this.means.pollMs ?? POLL_PACE,
      onProgress: (progress: number) => this.progress.made(part.call, progress * part.images),
      onTrouble: (error: unknown) =>
        this.means.logger.info(
          {
            err: error,
            provider: settings.name,
          },
          'a task is polled again',
        ),
    };
    try {
      const { pictures, costMicros } = await pollTask(polling, limited);
      faultPoint('remote.after-result');
      if (costMicros !== undefined) await this.accept(part.call, { ...task, costMicros });
      return await this.answered(part, pictures);
    } catch (error) {
      const failure = this.failureOf(error);
      if (failure instanceof RemoteFailure && this.calls.get(part.call)?.isOpen) await this.note(failure);
      throw failure;
    } finally {
      watched.forget();
    }
  }

  /** From here on it is known what the call has cost. */
  private async answered(
    { call, images }: CallPart & { call: string },
    pictures: readonly RemotePicture[],
  ): Promise<readonly StoredPicture[]> {
    this.calls.set(call, { ...this.calls.get(call), isOpen: false });
    await this.means.watch.succeeded(this.configured.settings.name);
    if (pictures.length < images) throw new RemoteFailure('broken', `${pictures.length} of ${images} pictures came`);
    const stored: StoredPicture[] = [];
    for (const { bytes, revisedPrompt } of pictures.slice(0, images)) {
      if (bytes.length === 0 || bytes.length > SENT_MAX_BYTES) throw new NotAPicture(`${bytes.length} bytes`);
      const { blob } = await this.means.blobs.put(bytes);
      stored.push({ blob, revisedPrompt: revisedPrompt?.slice(0, PROMPT_MAX) });
    }
    this.progress.made(call, 0);
    faultPoint('remote.after-pictures');
    return stored;
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

  /** What a process that died was at is tried again: the picture is paid for. */
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
        this.means.logger.warn({ err: error }, 'a picture is finished again');
      }
    }
  }

  private async sendAlong(): Promise<SentAlong> {
    const { blobs, pixels, cpu } = this.means;
    const prepare: typeof pixels.prepare = async (task, signal) => {
      const release = await cpu.wait('prepare', signal);
      return pixels.prepare(task, signal).finally(release);
    };
    return sendAlong(this.generation, this.size, { blobs, prepare }, this.signal);
  }

  private allow(parts: readonly CallPart[]): Promise<readonly AllowedCall[]> {
    const { runner, now } = this.means;
    const costing = { settings: this.configured.settings, size: this.size, now: now?.() ?? new Date() };
    return allowCalls(parts, costing, this.generation, { runner, context: this.claim.context });
  }

  /** The slot that the worker took for this generation, then others in turn. */
  private slot(): Promise<Release> {
    const { first } = this;
    this.first = undefined;
    return first ? Promise.resolve(first) : this.means.slots.wait(this.configured.settings.name, this.signal);
  }

  private limited(): AbortSignal {
    return AbortSignal.any([this.signal, timeLimit(this.configured.settings.timeoutSeconds * 1_000)]);
  }

  /** What stopped the work from outside, or why the provider made nothing: past its time that is not known. */
  private failureOf(error: unknown): unknown {
    if (this.signal.aborted) return this.signal.reason;
    if (error instanceof RemoteFailure) return error;
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    if (isLate) return new RemoteFailure('unknown', `no result within ${this.configured.settings.timeoutSeconds} s`);
    if (error instanceof Refused || failureOf(error) || error instanceof BlobStoreFull) return error;
    return new RemoteFailure('unknown', error instanceof Error ? error.name : 'unknown');
  }

  private async note(failure: RemoteFailure): Promise<void> {
    const { watch, logger } = this.means;
    const { name } = this.configured.settings;
    const { kind, status } = failure;
    const isOurs = kind === 'unauthorized' || kind === 'unfunded';
    logger[isOurs ? 'error' : 'warn']({ err: failure, provider: name, status }, `a provider made nothing: ${kind}`);
    const ailment = ailmentOf(failure);
    await (ailment === undefined ? watch.succeeded(name) : watch.failed(name, ailment));
  }

  private refuseIfClosed(): void {
    this.refuseIfDraining();
    const { name } = this.configured.settings;
    if (this.means.watch.standingOf(name) === 'closed') {
      throw new RemoteFailure('unreachable', 'the provider is paused or has been failing for a while');
    }
  }

  private refuseIfDraining(): void {
    if (this.signals.draining.aborted) throw new Drained('the worker is shutting down');
  }

  private async end(error: unknown): Promise<void> {
    if (this.claim.lost.aborted || error instanceof Refused) return;
    const calls = [...this.calls.values()];
    const certainty = calls.some(({ isOpen }) => isOpen) ? 'perhaps' : 'known';
    const { held, rendering } = this.claim;
    const isLost = calls.some(({ taskId }) => taskId === undefined);
    const isDrained = error instanceof Drained;
    const isLast = !isDrained && rendering.tries >= MAX_ATTEMPTS;
    const failure = failureOf(error) ?? (isLost || isLast ? lossOf(error) : undefined);
    this.means.logger.warn(
      { err: error, generationId: rendering.id, ...failure },
      'a remote render ends without images',
    );
    const detail = error instanceof Error ? error.name : 'unknown';
    await this.claim.insist(
      failure
        ? { type: 'Fail', ...held, ...failure, certainty }
        : { type: 'HandBack', ...held, reason: isDrained ? 'drained' : 'error', detail },
    );
    faultPoint('remote.after-end');
  }
}
