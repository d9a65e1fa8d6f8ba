import type { Tier } from '@easel/contracts/account/policy';
import type { GenerationFact } from '@easel/contracts/generation/events';
import type { AspectRatio, Resolution } from '@easel/contracts/generation/policy';
import { followRender, isEnd, type RenderStanding } from '@easel/contracts/generation/view';
import type { Recorded } from '@easel/contracts/kernel/event';

/** A generation that has not ended, as the queue knows it. */
export interface RenderJob extends RenderStanding {
  readonly id: string;
  readonly memberId: string;
  readonly tier: Tier;
  /** The round in which it is served: a member has one in each, so that members take turns. It never changes. */
  readonly turn: number;
  /** Of the request in the log: the order within a round. */
  readonly position: bigint;
  readonly requestedAt: string;
  readonly aspectRatio: AspectRatio;
  readonly resolution: Resolution;
  readonly images: number;
  /** By name: whoever makes it. */
  readonly provider: string;
  /** The generation it will be a variant of. */
  readonly variantOf: string | null;
  readonly correlationId: string;
  /** Of the claim in force, in ms since the epoch; null while it waits. */
  readonly startedAt: number | null;
  /** After an error nobody is told of it before, in ms since the epoch. */
  readonly notBefore: number;
}

/** What a fact made of a job: `before` is missing where it came, `after` where it ended. */
export interface Change {
  readonly id: string;
  readonly before?: RenderJob;
  readonly after?: RenderJob;
}

/** Visitors' pictures have rounds of their own, which begin here: behind every member's, however many there are. */
const TRIAL_TURNS = 1_000_000_000;
export const isTrial = ({ turn }: Pick<RenderJob, 'turn'>): boolean => turn >= TRIAL_TURNS;

/** After an error the next attempt waits a moment. */
export const RETRY_AFTER_MS = 1_000;

/** Every open generation, folded from the facts of `generation` in the order of the log. */
export class RenderQueue {
  private readonly byId = new Map<string, RenderJob>();
  private readonly byMember = new Map<string, Set<string>>();
  private readonly claimed = new Map<string, number>();

  constructor(jobs: Iterable<RenderJob> = []) {
    for (const job of jobs) this.put(job);
  }

  get size(): number {
    return this.byId.size;
  }

  /** Jobs of a provider that a worker has. */
  workingAt(provider: string): number {
    return this.claimed.get(provider) ?? 0;
  }

  jobs(): Iterable<RenderJob> {
    return this.byId.values();
  }

  job(id: string): RenderJob | undefined {
    return this.byId.get(id);
  }

  /** In the order in which they were requested. */
  ofMember(memberId: string): RenderJob[] {
    const jobs = [...(this.byMember.get(memberId) ?? [])].flatMap((id) => this.byId.get(id) ?? []);
    return jobs.toSorted((a, b) => (a.position < b.position ? -1 : 1));
  }

  /** Undefined where the fact changes nothing here: a repeat does not. */
  apply(fact: Recorded<GenerationFact>): Change | undefined {
    const id = fact.data.generationId;
    const before = this.byId.get(id);
    if (fact.type === 'GenerationRequested') {
      if (before) return undefined;
      const after = this.requested(fact);
      this.put(after);
      return { id, after };
    }
    if (!before) return undefined;
    if (isEnd(fact.type)) {
      this.remove(before);
      return { id, before };
    }
    const after = followed(before, fact);
    if (after === before) return undefined;
    if (after.memberId !== before.memberId) this.remove(before);
    this.put(after);
    return { id, before, after };
  }

  private requested({ data, position, metadata }: Recorded<Requested>): RenderJob {
    const { generationId: id, memberId, tier, settings, requestedAt, variantOf, provider, trial = false } = data;
    return {
      id,
      memberId,
      tier,
      turn: this.nextTurn(memberId, trial),
      position,
      requestedAt,
      aspectRatio: settings.aspectRatio,
      resolution: settings.resolution,
      images: settings.count,
      provider,
      variantOf: variantOf?.generationId ?? null,
      correlationId: metadata.$correlationId,
      tries: 0,
      done: 0,
      startedAt: null,
      leaseUntil: null,
      notBefore: 0,
    };
  }

  /** The round that is being served, or the one after the member's own last one: nobody gains by having been away. */
  private nextTurn(memberId: string, trial: boolean): number {
    const from = trial ? TRIAL_TURNS : 0;
    let served: number | undefined;
    let first: number | undefined;
    let own = from - 1;
    for (const job of this.byId.values()) {
      if (isTrial(job) !== trial) continue;
      if (job.startedAt !== null) served = Math.max(served ?? 0, job.turn);
      else first = Math.min(first ?? job.turn, job.turn);
      if (job.memberId === memberId) own = Math.max(own, job.turn);
    }
    return Math.max(served ?? first ?? from, own + 1);
  }

  private put(job: RenderJob): void {
    this.count(job, claims(job) - claims(this.byId.get(job.id)));
    this.byId.set(job.id, job);
    const ids = this.byMember.get(job.memberId) ?? new Set();
    this.byMember.set(job.memberId, ids.add(job.id));
  }

  private count({ provider }: RenderJob, more: number): void {
    this.claimed.set(provider, this.workingAt(provider) + more);
  }

  private remove(job: RenderJob): void {
    const { id, memberId } = job;
    this.count(job, -claims(job));
    this.byId.delete(id);
    const ids = this.byMember.get(memberId);
    ids?.delete(id);
    if (ids?.size === 0) this.byMember.delete(memberId);
  }
}

type Requested = Extract<GenerationFact, { type: 'GenerationRequested' }>;

const claims = (job: RenderJob | undefined): number => (job && job.startedAt !== null ? 1 : 0);

/** The same job where the fact says nothing about its render. */
function followed(before: RenderJob, fact: Recorded<GenerationFact>): RenderJob {
  const job = followRender(before, fact);
  if (fact.type === 'GenerationAdopted') return { ...job, memberId: fact.data.memberId };
  if (fact.type === 'RenderingStarted') return { ...job, startedAt: fact.recordedAt.getTime() };
  if (fact.type !== 'RenderingHandedBack') return job;
  const notBefore = fact.data.reason === 'error' ? fact.recordedAt.getTime() + RETRY_AFTER_MS : 0;
  return { ...job, startedAt: null, notBefore };
}
