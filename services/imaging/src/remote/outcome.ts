import type { FailureReason } from '@easel/contracts/generation/policy';
import { BlobStoreFull } from '@easel/kernel/files/blob-store';
import { RemoteFailure, type RemoteFailureKind } from '../providers/remote-provider.ts';
import { Drained } from '../render/drained.ts';
import type { FailingReason } from './provider-health.decider.ts';
import { NotAPicture } from './pixel-tasks.ts';

/** The budget of the day would be exceeded: nothing was asked of the provider. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget';
}

/** A picture that was to be sent along is no longer there. */
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

/** Why a generation has failed for good; undefined for what another attempt may get over. */
export function failureOf(error: unknown): { reason: Reason; detail: string } | undefined {
  if (error instanceof RemoteFailure) {
    return { reason: reasonOf[error.kind], detail: error.detail.slice(0, DETAIL_MAX) };
  }
  if (error instanceof OverBudget) return { reason: 'over_budget', detail: error.message };
  if (error instanceof ReferenceGone) return { reason: 'reference_gone', detail: error.message };
  if (error instanceof NotAPicture) return { reason: 'render_failed', detail: 'what was sent is not a picture' };
  return undefined;
}

/** What a generation fails with that cannot be tried again, because what it paid for is in no task. */
export function lossOf(error: unknown): { reason: Reason; detail: string } {
  if (error instanceof BlobStoreFull) return { reason: 'no_room', detail: error.name };
  if (error instanceof Drained) return { reason: 'unknown_outcome', detail: 'the worker was shut down meanwhile' };
  return { reason: 'render_failed', detail: error instanceof Error ? error.name : 'unknown' };
}

/** Kinds of refusals: nothing was made and nothing charged. */
const refusals = ['busy', 'unreachable', 'unauthorized', 'unfunded', 'rejected', 'moderated'] as const;
export type RefusalKind = (typeof refusals)[number];
export const isRefusal = (kind: RemoteFailureKind): kind is RefusalKind =>
  (refusals as readonly RemoteFailureKind[]).includes(kind);

/** Whether the same call may be made again. */
export const mayRepeat = (error: unknown): error is RemoteFailure =>
  error instanceof RemoteFailure && (error.kind === 'busy' || error.kind === 'unreachable');

/** What a failure says of the provider's health; undefined where it has answered as it should. */
export function ailmentOf({ kind }: RemoteFailure): FailingReason | undefined {
  if (kind === 'rejected' || kind === 'moderated') return undefined;
  return kind === 'unknown' ? 'broken' : kind;
}
