import type { ReferenceRole } from '@easel/contracts/providers/reference.policy';
import type { GenerationSettings } from '@easel/contracts/generation/events';
import type { Size } from '@easel/contracts/generation/policy';

/** A reference picture or edit source as it is sent. */
export interface SentPicture {
  /** A complete PNG or JPEG file. */
  readonly bytes: Buffer;
  readonly type: 'image/png' | 'image/jpeg';
  readonly role?: ReferenceRole | undefined;
  /** 0 to 100. */
  readonly strength?: number | undefined;
}

/** One call to a provider, for pictures of one prompt and size. */
export interface RemoteCall {
  /** Our id of the call, a UUID; events use the same. */
  readonly call: string;
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly settings: GenerationSettings;
  /** Seed of the first picture; each further one adds 1. */
  readonly seed: number;
  readonly images: number;
  /** The requested size in pixels. */
  readonly size: Size;
  readonly references: readonly SentPicture[];
  /**
   * The picture to edit. `mask` is a PNG of its size whose transparent pixels are to be painted, as in OpenAI's Images
   * API.
   */
  readonly edit?: { readonly source: SentPicture; readonly mask: Buffer } | undefined;
}

export interface RemotePicture {
  /** The bytes as received: untrusted, not yet sniffed or decoded. */
  readonly bytes: Buffer;
  /** The prompt after the provider rewrote it. */
  readonly revisedPrompt?: string | undefined;
}

export interface RemoteTask {
  readonly taskId: string;
  /** The polling address that the provider returned, if any. Untrusted. */
  readonly pollUrl?: string | undefined;
  /** The cost that the provider reported, in millionths of a dollar. */
  readonly costMicros?: number | undefined;
}

/** A call's answer: the pictures, or a task to poll. */
export type RemoteAnswer = { readonly pictures: readonly RemotePicture[] } | { readonly task: RemoteTask };

/** State of a task. `progress` is 0 to 1, when the provider reports it. */
export type RemoteStanding =
  | { readonly state: 'working'; readonly progress?: number | undefined }
  | { readonly state: 'done'; readonly pictures: readonly RemotePicture[]; readonly costMicros?: number | undefined };

/**
 * Why a call failed.
 * - `busy` (429, 503 with Retry-After) and `unreachable` (not connected): safe to retry.
 * - `unauthorized` (401, 403), `unfunded` (402) and `rejected` (other 4xx): this generation cannot succeed.
 * - `moderated`: content moderation refused the prompt or picture.
 * - `broken`: the provider accepted the call and failed.
 * - `unknown`: the call was sent, but no reliable answer arrived.
 */
export type RemoteFailureKind =
  'busy' | 'unreachable' | 'unauthorized' | 'unfunded' | 'rejected' | 'moderated' | 'broken' | 'unknown';

/**
 * A failed call. `detail` is logged and stored in events, so it must contain neither the key nor parts of the prompt.
 */
export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure';
  constructor(
    readonly kind: RemoteFailureKind,
    readonly detail: string,
    /** HTTP status; null without an answer. */
    readonly status: number | null = null,
    /** Milliseconds until a retry is allowed; null when the provider did not say. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(`${kind}: ${detail}`);
  }
}

/**
 * A provider that is called over the network. Calls hold no thread while they wait, and implementations never retry.
 */
export interface RemoteProvider {
  readonly name: string;
  /** Most pictures per call. */
  readonly imagesPerCall: number;
  /**
   * Requests pictures. Throws RemoteFailure; callers treat other errors as `unknown`. `onPreview` receives intermediate
   * image files.
   */
  ask(call: RemoteCall, signal: AbortSignal, onPreview?: (file: Buffer) => void): Promise<RemoteAnswer>;
  /**
   * Polls a task, and downloads its pictures once it is done. Throws RemoteFailure: `unreachable`, `busy` and `unknown`
   * reveal nothing about the task, so it is polled again. Absent for providers that answer with pictures only.
   */
  poll?(task: RemoteTask, signal: AbortSignal): Promise<RemoteStanding>;
}
