import { PROMPT_MAX, seedOfImage, type Size } from '@easel/contracts/generation/policy';
import type { ProviderCall, RequestedGeneration } from '@easel/contracts/generation/view';
import { cutText } from '@easel/contracts/kernel/cut-text';
import { Refused } from '@easel/contracts/kernel/problem';
import { BlobStoreFull } from '@easel/kernel/files/blob-store';
import { timeLimit } from '@easel/kernel/server/backoff';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { RemoteFailure, type RemoteCall, type RemotePicture, type RemoteTask } from '../providers/remote-provider.ts';
import type { Claim } from '../render/claim.ts';
import { unlessAborted } from '../render/unless-aborted.ts';
import type { AllowedCall } from './budget.ts';
import type { CallPart } from './call-plan.ts';
import { ailmentOf, DETAIL_MAX, failureOf, isRefusal } from './outcome.ts';
import { NotAPicture, SENT_MAX_BYTES } from './pixel-tasks.ts';
import { POLL_PACE, pollTask } from './poll-task.ts';
import type { ConfiguredProvider, RemoteMeans } from './remote-means.ts';
import type { RemoteProgress } from './remote-progress.ts';
import type { SentAlong } from './send-along.ts';

/** A provider's picture in the blob store, unchanged. */
export interface StoredPicture {
  readonly blob: string;
  readonly revisedPrompt?: string | undefined;
}

/** State of a recorded call. While it is open, its outcome is unknown. */
interface Standing {
  readonly taskId?: string | undefined;
  readonly isOpen: boolean;
}

const TASK_ID_MAX = 200;
const POLL_URL_MAX = 2_000;
/** A thousand dollars. A higher reported cost is implausible, and the estimate is kept instead. */
const COST_MAX_MICROS = 1_000_000_000;

type Named = CallPart & { readonly call: string };

/** Makes the calls of one generation. Each call is recorded before it is made, and each task before it is polled. */
export class ProviderCalls {
  private readonly standings = new Map<string, Standing>();

  constructor(
    private readonly claim: Claim,
    private readonly generation: RequestedGeneration,
    private readonly configured: ConfiguredProvider,
    private readonly means: RemoteMeans,
    private readonly progress: RemoteProgress,
    private readonly signal: AbortSignal,
  ) {
    for (const { call, taskId } of Object.values(generation.calls ?? {})) {
      this.standings.set(call, { taskId, isOpen: true });
    }
  }

  /** Whether a recorded call has no task, so that its outcome cannot be polled. */
  get isLost(): boolean {
    return [...this.standings.values()].some(({ taskId }) => taskId === undefined);
  }

  /** Whether the total cost of all calls is certain. */
  get certainty(): 'known' | 'perhaps' {
    return [...this.standings.values()].some(({ isOpen }) => isOpen) ? 'perhaps' : 'known';
  }

  /** Whether the call is recorded and was not refused by the provider. */
  isInLog(call: string): boolean {
    return this.standings.has(call);
  }

  /** Makes a call and waits for its pictures. Throws RemoteFailure, NotAPicture, and the signal's reason. */
  async ask(part: AllowedCall, size: Size, sent: SentAlong): Promise<readonly StoredPicture[]> {
    const { call, index, images, costMicros } = part;
    await this.claim.insist({ type: 'CallProvider', ...this.claim.held, call, index, images, costMicros });
    this.standings.set(call, { isOpen: true });
    faultPoint('remote.after-call');
    const limited = this.limited(images);
    const { prompt, negativePrompt, settings } = this.generation;
    const seed = seedOfImage(settings.seed, index);
    const wanted: RemoteCall = { call, prompt, negativePrompt, settings, seed, images, size, ...sent };
    const asked = this.configured.provider.ask(wanted, limited, (file) => this.progress.preview(file));
    const answer = await unlessAborted(asked, limited).catch(async (error: unknown) => {
      throw await this.notTaken(call, error);
    });
    faultPoint('remote.after-answer');
    return 'task' in answer ? this.follow(part, answer.task, limited) : this.answered(part, answer.pictures);
  }

  /** Waits for the pictures of a task that an earlier attempt started. */
  resume({ taskId = '', pollUrl, ...part }: ProviderCall): Promise<readonly StoredPicture[]> {
    return this.follow(part, { taskId, pollUrl }, this.limited(part.images));
  }

  /** Limits a call's duration to the time limit of one image times their number. */
  private limited(images: number): AbortSignal {
    return AbortSignal.any([this.signal, timeLimit(this.configured.settings.timeoutSeconds * images * 1_000)]);
  }

  /** Records a call that returned neither pictures nor a task. Returns the error to throw. */
  private async notTaken(call: string, error: unknown): Promise<unknown> {
    const failure = this.failureOf(error);
    if (!(failure instanceof RemoteFailure)) return failure;
    const { kind, status, detail } = failure;
    if (isRefusal(kind)) {
      const said = { call, reason: kind, status, detail: detail.slice(0, DETAIL_MAX) };
      await this.claim.insist({ type: 'RefuseCall', ...this.claim.held, ...said });
      this.standings.delete(call);
      faultPoint('remote.after-refusal');
    }
    await this.note(failure);
    return failure;
  }

  private async accept(call: string, task: RemoteTask): Promise<void> {
    const { taskId, pollUrl } = task;
    // An id that cannot be recorded could not be polled by another worker.
    if (!isKept(taskId, TASK_ID_MAX) || taskId === '' || !isKept(pollUrl ?? '', POLL_URL_MAX)) {
      throw new RemoteFailure('unknown', 'the task has an id or an address that cannot be stored');
    }
    const costMicros = costOf(task);
    await this.claim.insist({ type: 'AcceptTask', ...this.claim.held, call, taskId, pollUrl, costMicros });
    this.standings.set(call, { taskId, isOpen: true });
  }

  private async follow(part: Named, task: RemoteTask, limited: AbortSignal): Promise<readonly StoredPicture[]> {
    const { provider, settings } = this.configured;
    const isResumed = this.standings.get(part.call)?.taskId !== undefined;
    // Watch before recording the task: its webhook may arrive in between.
    const watched = this.means.hints.watch(settings.name, task.taskId);
    const onProgress = (progress: number): void => this.progress.made(part.call, progress * part.images);
    const onTrouble = (error: unknown): void =>
      this.means.logger.info({ err: error, provider: settings.name }, 'Polling a task failed; it is retried');
    try {
      if (!isResumed) {
        await this.accept(part.call, task);
        faultPoint('remote.after-task');
      }
      const pace = this.means.pollMs ?? POLL_PACE;
      const polling = { provider, task, watched, pace, isResumed, onProgress, onTrouble };
      const { pictures, costMicros } = await pollTask(polling, limited);
      faultPoint('remote.after-result');
      if (costMicros !== undefined) await this.accept(part.call, { ...task, costMicros });
      return await this.answered(part, pictures);
    } catch (error) {
      const failure = this.failureOf(error);
      if (failure instanceof RemoteFailure && this.standings.get(part.call)?.isOpen) await this.note(failure);
      throw failure;
    } finally {
      watched.forget();
    }
  }

  /** Stores the pictures. The call's outcome and cost are certain from here on. */
  private async answered(
    { call, images }: Named,
    pictures: readonly RemotePicture[],
  ): Promise<readonly StoredPicture[]> {
    this.standings.set(call, { ...this.standings.get(call), isOpen: false });
    await this.means.watch.succeeded(this.configured.settings.name);
    if (pictures.length < images)
      throw new RemoteFailure('broken', `the provider sent ${pictures.length} of ${images} pictures`);
    const stored: StoredPicture[] = [];
    for (const { bytes, revisedPrompt } of pictures.slice(0, images)) {
      if (bytes.length === 0 || bytes.length > SENT_MAX_BYTES) throw new NotAPicture(`${bytes.length} bytes`);
      const { blob } = await this.means.blobs.put(bytes);
      stored.push({ blob, revisedPrompt: revisedPrompt && keepable(revisedPrompt) });
    }
    this.progress.made(call, 0);
    faultPoint('remote.after-pictures');
    return stored;
  }

  /**
   * Returns the error to report: the reason of the abort, a known failure, or an unknown outcome, as after a timeout.
   */
  private failureOf(error: unknown): unknown {
    if (this.signal.aborted) return this.signal.reason;
    const isKnown = failureOf(error) !== undefined || error instanceof Refused || error instanceof BlobStoreFull;
    if (isKnown) return error;
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    if (isLate) return new RemoteFailure('unknown', `no result in time: ${error.message}`);
    return new RemoteFailure('unknown', error instanceof Error ? error.name : 'unknown');
  }

  private async note(failure: RemoteFailure): Promise<void> {
    const { watch, logger } = this.means;
    const { name } = this.configured.settings;
    const { kind, status } = failure;
    const isOurs = kind === 'unauthorized' || kind === 'unfunded';
    logger[isOurs ? 'error' : 'warn']({ err: failure, provider: name, status }, `A provider call failed: ${kind}`);
    const ailment = ailmentOf(failure);
    await (ailment === undefined ? watch.succeeded(name) : watch.failed(name, ailment));
  }
}

/** Returns whether a fact may contain this text. PostgreSQL and DuckDB reject NUL and lone surrogates. */
const isKept = (text: string, most: number): boolean =>
  text.length <= most && !text.includes('\0') && text.isWellFormed();

const keepable = (text: string): string => cutText(text.replaceAll('\0', '').toWellFormed(), PROMPT_MAX);

const costOf = ({ costMicros = Number.NaN }: RemoteTask): number | undefined =>
  costMicros >= 0 && costMicros <= COST_MAX_MICROS ? Math.round(costMicros) : undefined;
