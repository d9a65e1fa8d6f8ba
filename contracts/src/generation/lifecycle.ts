import type { GenerationFact, GenerationSettings } from './events.ts';
import type { GenerationStatus } from './policy.ts';

/** Where a generation stands, folded from its stream: the api's decider and the render workers' decide from the same fold. */
export interface Lifecycle {
  status: GenerationStatus | 'none';
  memberId: string;
  settings: GenerationSettings | null;
  /** Of the last claim; 0 before the first. */
  attempt: number;
  /** Claims that count against the most that are tried: one handed back at a worker's shutdown does not. */
  tries: number;
  /** Of the claim in force; empty while no worker has one. */
  worker: string;
  leaseUntil: string | null;
  /** Variant ids by index, of the attempt in force. */
  variants: Readonly<Record<number, string>>;
  failure: string | null;
  deleted: boolean;
  /** While it is deleted. */
  deletedAt: string | null;
  purged: boolean;
  isPublic: boolean;
  saved: boolean;
  /** Of variants attached later, by the generation that made them. */
  attached: Readonly<Record<string, string>>;
  variantOf: { generationId: string; variantId: string } | null;
}

export const unrequested: Lifecycle = {
  status: 'none',
  memberId: '',
  settings: null,
  attempt: 0,
  tries: 0,
  worker: '',
  leaseUntil: null,
  variants: {},
  failure: null,
  deleted: false,
  deletedAt: null,
  purged: false,
  isPublic: false,
  saved: false,
  attached: {},
  variantOf: null,
};

export const hasEnded = (state: Lifecycle): boolean =>
  state.status === 'completed' || state.status === 'failed' || state.status === 'cancelled';

export function evolveLifecycle(state: Lifecycle, fact: GenerationFact): Lifecycle {
  switch (fact.type) {
    case 'GenerationRequested':
      return {
        ...state,
        status: 'queued',
        memberId: fact.data.memberId,
        settings: fact.data.settings,
        variantOf: fact.data.variantOf,
      };
    case 'RenderingStarted':
      return {
        ...state,
        status: 'processing',
        attempt: fact.data.attempt,
        tries: state.tries + 1,
        worker: fact.data.worker,
        leaseUntil: fact.data.leaseUntil,
        variants: {},
      };
    case 'LeaseExtended':
      return { ...state, leaseUntil: fact.data.leaseUntil };
    case 'RenderingHandedBack':
      return {
        ...state,
        status: 'queued',
        worker: '',
        leaseUntil: null,
        tries: state.tries - (fact.data.reason === 'drained' ? 1 : 0),
      };
    case 'VariantCreated':
      return { ...state, variants: { ...state.variants, [fact.data.index]: fact.data.variantId } };
    case 'GenerationCompleted':
      return { ...state, status: 'completed', worker: '', leaseUntil: null };
    case 'GenerationFailed':
      return {
        ...state,
        status: 'failed',
        memberId: fact.data.memberId,
        worker: '',
        leaseUntil: null,
        failure: fact.data.reason,
      };
    case 'GenerationCancelled':
      return { ...state, status: 'cancelled', worker: '', leaseUntil: null };
    case 'VariantAttached':
      return { ...state, attached: { ...state.attached, [fact.data.source]: fact.data.variantId } };
    case 'Saved':
      return { ...state, saved: true };
    case 'MadePublic':
      return { ...state, isPublic: true };
    case 'MadePrivate':
      return { ...state, isPublic: false };
    case 'Deleted':
      return { ...state, deleted: true, deletedAt: fact.data.deletedAt };
    case 'Restored':
      return { ...state, deleted: false, deletedAt: null };
    case 'Purged':
      return { ...state, purged: true };
  }
}
