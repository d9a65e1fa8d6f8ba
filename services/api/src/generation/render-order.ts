import { MAX_ATTEMPTS, rendersAtOnce } from '@easel/contracts/generation/policy';
import { isTrial, RETRY_AFTER_MS, type RenderJob } from './render-queue.ts';

/** A worker whose lease has just ended may still be recording its end. */
export const LEASE_GRACE_MS = 500;
/**
 * The bus may lose a hint, and a busy worker drops what it cannot remember: until somebody claims, it is said again.
 */
export const HINT_AGAIN_MS = 5_000;
/**
 * Hints of one provider that nobody has claimed yet: one that makes nothing at the moment leaves the others' room.
 * Workers sort what they hear, so that this bounds what they remember and no more.
 */
export const UNCLAIMED_AT_MOST = 64;
/** Of visitors' pictures: they are claimed last, and leave members' hints their room. */
export const TRIALS_UNCLAIMED_AT_MOST = 4;
/** Apart from the providers, none of which has such a name. */
const TRIALS = 'visitors’ pictures';

/** Round by round, and in a round by the time of the request: members take turns, the older first within each. */
export const byTurn = (a: RenderJob, b: RenderJob): number => a.turn - b.turn || (a.position < b.position ? -1 : 1);

const isClaimed = (job: RenderJob): boolean => job.startedAt !== null;

/** When the next worker may be told of it, if nothing happens to it before: in ms since the epoch, or `now`. */
function dueAt(job: RenderJob, now: number): number {
  if (job.leaseUntil !== null) return job.leaseUntil + LEASE_GRACE_MS;
  // Further ahead than any pause lasts is the log's clock, and not a pause.
  return job.notBefore <= now + RETRY_AFTER_MS ? job.notBefore : now;
}

export interface Plan {
  /** To be told to the workers now. */
  readonly hint: readonly RenderJob[];
  /** Tried often enough, and its last worker is silent. */
  readonly giveUp: readonly RenderJob[];
  /** When to look again even if nothing happens; in ms since the epoch. */
  readonly lookAt: number;
}

/**
 * Whom to tell the workers of. `hintedAt`: when those were told of that nobody has claimed since, in ms since the
 * epoch. Of one member no more are with the workers at a time than the tier has; the others wait here.
 */
export function planHints(jobs: Iterable<RenderJob>, hintedAt: ReadonlyMap<string, number>, now: number): Plan {
  const [hint, giveUp]: [RenderJob[], RenderJob[]] = [[], []];
  const withWorkers = new Map<string, number>();
  const open: RenderJob[] = [];
  const unclaimed = new Map<string, number>();
  const kindOf = (job: RenderJob): string => (isTrial(job) ? TRIALS : job.provider);
  const countUnclaimed = (kind: string): unknown => unclaimed.set(kind, (unclaimed.get(kind) ?? 0) + 1);
  let lookAt = Number.POSITIVE_INFINITY;
  const count = ({ memberId }: RenderJob): void => {
    withWorkers.set(memberId, (withWorkers.get(memberId) ?? 0) + 1);
  };

  for (const job of jobs) {
    const due = dueAt(job, now);
    if (due > now) {
      lookAt = Math.min(lookAt, due);
      if (isClaimed(job)) count(job);
    } else if (job.tries >= MAX_ATTEMPTS) giveUp.push(job);
    else {
      const hinted = hintedAt.get(job.id);
      if (hinted === undefined) open.push(job);
      else {
        count(job);
        countUnclaimed(kindOf(job));
        if (hinted + HINT_AGAIN_MS <= now) hint.push(job);
        else lookAt = Math.min(lookAt, hinted + HINT_AGAIN_MS);
      }
    }
  }
  for (const job of open.sort(byTurn)) {
    const kind = kindOf(job);
    if ((unclaimed.get(kind) ?? 0) >= (kind === TRIALS ? TRIALS_UNCLAIMED_AT_MOST : UNCLAIMED_AT_MOST)) continue;
    if ((withWorkers.get(job.memberId) ?? 0) >= rendersAtOnce[job.tier]) continue;
    count(job);
    countUnclaimed(kind);
    hint.push(job);
  }
  if (hint.length > 0) lookAt = Math.min(lookAt, now + HINT_AGAIN_MS);
  return { hint, giveUp, lookAt };
}

/** Where a job stands. */
export interface Standing {
  /** Jobs of its provider that come before it; null once it is being made. */
  readonly position: number | null;
  /** Until it is complete; null where nothing is known yet. */
  readonly etaMs: number | null;
}

export interface Pace {
  /** How long a whole job takes; null where none like it was seen. */
  msOf(job: RenderJob): number | null;
  /** Renders of a provider that run at the same time, at least 1. */
  slotsOf(provider: string): number;
  /** Of a job that is being made, 0 to 1. */
  progressOf(job: RenderJob): number;
}

/**
 * Where every job stands: it waits for those of its provider before it, spread over that one's slots, and for its
 * member's own, which share the tier's.
 */
export function standings(jobs: Iterable<RenderJob>, pace: Pace): Map<string, Standing> {
  const result = new Map<string, Standing>();
  const ownMs = new Map<string, number>();
  const waiting: RenderJob[] = [];
  const aheadMs = new Map<string, number>();
  const places = new Map<string, number>();
  const add = ({ memberId, provider }: RenderJob, ms: number): void => {
    aheadMs.set(provider, (aheadMs.get(provider) ?? 0) + ms);
    ownMs.set(memberId, (ownMs.get(memberId) ?? 0) + ms);
  };
  for (const job of jobs) {
    if (!isClaimed(job)) {
      waiting.push(job);
      continue;
    }
    const whole = pace.msOf(job);
    const etaMs = whole === null ? null : Math.round(whole * (1 - pace.progressOf(job)));
    add(job, etaMs ?? 0);
    result.set(job.id, { position: null, etaMs });
  }
  for (const job of waiting.sort(byTurn)) {
    const { provider } = job;
    const position = places.get(provider) ?? 0;
    places.set(provider, position + 1);
    const whole = pace.msOf(job);
    const slots = pace.slotsOf(provider);
    const lanes = Math.min(rendersAtOnce[job.tier], slots);
    const startsInMs = Math.max((aheadMs.get(provider) ?? 0) / slots, (ownMs.get(job.memberId) ?? 0) / lanes);
    result.set(job.id, { position, etaMs: whole === null ? null : Math.round(startsInMs + whole) });
    add(job, whole ?? 0);
  }
  return result;
}

/** How long one that is asked for now takes, those of members before it included; `wholeMs`: once it is begun. */
export function expectedMs(
  jobs: Iterable<RenderJob>,
  pace: Pace,
  wholeMs: number | null,
  provider: string,
): number | null {
  if (wholeMs === null) return null;
  let aheadMs = 0;
  for (const job of jobs) {
    if (job.provider === provider && !isTrial(job)) aheadMs += (pace.msOf(job) ?? 0) * (1 - pace.progressOf(job));
  }
  return Math.round(wholeMs + aheadMs / pace.slotsOf(provider));
}
