import type { FailureReason } from '@easel/contracts/generation/policy';
import { BlobStoreFull } from '@easel/kernel/files/blob-store';
import { RemoteFailure, type RemoteFailureKind } from '../providers/remote-provider.ts';
import { Drained } from '../render/drained.ts';
import type { FailingReason } from './provider-health.decider.ts';
import { NotAPicture } from './pixel-tasks.ts';

/** The call would exceed the daily budget, and was not made. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget';
}

/** A reference picture or edit source no longer exists. */
export class ReferenceGone extends Error {
  override readonly name = 'ReferenceGone';
}

type Reason = Exclude<FailureReason, 'abandoned'>;

const reasonOf: Readonly<Record<RemoteFailureKind, Reason>> = {
  busy: 'provider_unavailable',
  unreachable: 'provider_unavailable',
  unauthorized: 'provider_refused',
  unfunded: 'provider_refused',
  rejected: 'rejected',
  moderated: 'moderated',
  broken: 'render_failed',
  unknown: 'unknown_outcome',
};

export const DETAIL_MAX = 300;

/** Returns the reason of a permanent failure; undefined when another attempt may succeed. */
export function failureOf(error: unknown): { reason: Reason; detail: string } | undefined {
  if (error instanceof RemoteFailure) {
    return { reason: reasonOf[error.kind], detail: error.detail.slice(0, DETAIL_MAX) };
  }
  if (error instanceof OverBudget) return { reason: 'over_budget', detail: error.message };
  if (error instanceof ReferenceGone) return { reason: 'reference_gone', detail: error.message };
  if (error instanceof NotAPicture)
    return { reason: 'render_failed', detail: 'the provider sent something that is not a picture' };
  return undefined;
}

/** Returns the reason of a failure that is final because no task could be polled again, or no attempt is left. */
export function lossOf(error: unknown): { reason: Reason; detail: string } {
  if (error instanceof BlobStoreFull) return { reason: 'no_room', detail: error.name };
  if (error instanceof Drained)
    return { reason: 'unknown_outcome', detail: 'the worker was shut down during the call' };
  return { reason: 'render_failed', detail: error instanceof Error ? error.name : 'unknown' };
}

/** Failures by which the provider took no order: nothing was made, and nothing was charged. */
const refusals = ['busy', 'unreachable', 'unauthorized', 'unfunded', 'rejected', 'moderated'] as const;
export type RefusalKind = (typeof refusals)[number];
export const isRefusal = (kind: RemoteFailureKind): kind is RefusalKind =>
  (refusals as readonly RemoteFailureKind[]).includes(kind);

/** Returns whether the same request is safe to retry. */
export const mayRepeat = (error: unknown): error is RemoteFailure =>
  error instanceof RemoteFailure && (error.kind === 'busy' || error.kind === 'unreachable');

/** Returns what a failure counts as in the circuit breaker; undefined when the provider works as it should. */
export function ailmentOf({ kind }: RemoteFailure): FailingReason | undefined {
  if (kind === 'rejected' || kind === 'moderated') return undefined;
  return kind === 'unknown' ? 'broken' : kind;
}
