import type { ReferenceRole } from '@easel/contracts/providers/reference.policy';
import type { GenerationSettings } from '@easel/contracts/generation/events';
import type { Size } from '@easel/contracts/generation/policy';

/** A picture that is sent along. */
export interface SentPicture {
  /** A whole file, PNG or JPEG. */
  readonly bytes: Buffer;
  readonly type: 'image/png' | 'image/jpeg';
  readonly role?: ReferenceRole | undefined;
  /** 0 to 100. */
  readonly strength?: number | undefined;
}

/** One call of a provider: pictures of one prompt and size. */
export interface RemoteCall {
  /** Ours: a UUID, the same as in the log. */
  readonly call: string;
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly settings: GenerationSettings;
  /** Of the first picture; those that follow count up. */
  readonly seed: number;
  readonly images: number;
  /** In which pixels it is asked for. */
  readonly size: Size;
  readonly references: readonly SentPicture[];
  /**
   * What the picture is made from: `mask` is a PNG of its size, whose transparent pixels are to be painted, as the
   * Images protocol wants it.
   */
  readonly edit?: { readonly source: SentPicture; readonly mask: Buffer } | undefined;
}

export interface RemotePicture {
  /** Whatever was sent: its bytes are told apart and decoded by whoever finishes it. */
  readonly bytes: Buffer;
  /** The prompt as the provider rewrote it. */
  readonly revisedPrompt?: string | undefined;
}

export interface RemoteTask {
  readonly taskId: string;
  /** Where it is polled, if the provider named an address: untrusted. */
  readonly pollUrl?: string | undefined;
  /** Where the provider said so. */
  readonly costMicros?: number | undefined;
}

/** The answer to a call: the pictures, or a task that makes them. */
export type RemoteAnswer = { readonly pictures: readonly RemotePicture[] } | { readonly task: RemoteTask };

/** The state of a task; `progress` is 0 to 1 where the provider reports it. */
export type RemoteStanding =
  | { readonly state: 'working'; readonly progress?: number | undefined }
  | { readonly state: 'done'; readonly pictures: readonly RemotePicture[]; readonly costMicros?: number | undefined };

/**
 * Why a provider made nothing.
 * - `busy` (429, 503 with Retry-After) and `unreachable` (no connection came about): it may be called again.
 * - `unauthorized` (401, 403), `unfunded` (402), `rejected` (400, 422): never by this generation.
 * - `moderated`: it does not make what was asked for.
 * - `broken`: it took the task and failed at it; `unknown`: the call was sent, and no answer can be relied on.
 */
export type RemoteFailureKind =
  'busy' | 'unreachable' | 'unauthorized' | 'unfunded' | 'rejected' | 'moderated' | 'broken' | 'unknown';

/** A provider made nothing of a call. Its `detail` holds no key and nothing of the prompt: it goes into the log. */
export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure';
  constructor(
    readonly kind: RemoteFailureKind,
    readonly detail: string,
    /** Of HTTP, where there was an answer. */
    readonly status: number | null = null,
    /** When it may be called again, in ms from now, where the provider said so. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(`${kind}: ${detail}`);
  }
}

/** Reached over the network: it holds no thread while it waits, and nothing here repeats a call by itself. */
export interface RemoteProvider {
  readonly name: string;
  /** Most pictures of one call. */
  readonly imagesPerCall: number;
  /**
   * Asks for pictures. Throws RemoteFailure; anything else counts as `unknown`. `onPreview` hears of what there is so
   * far, as image files.
   */
  ask(call: RemoteCall, signal: AbortSignal, onPreview?: (file: Buffer) => void): Promise<RemoteAnswer>;
  /**
   * Polls a task, and fetches its pictures once it is done. Throws RemoteFailure: `unreachable` and `busy`
   * mean nothing of the task, which is polled again. Absent where every answer has pictures.
   */
  poll?(task: RemoteTask, signal: AbortSignal): Promise<RemoteStanding>;
}
