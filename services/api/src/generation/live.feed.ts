import type { GenerationFact } from '@easel/contracts/generation/events';
import type { LiveJob } from '@easel/contracts/generation/live';
import { isBuiltIn, RENDER_PROGRESS, type Resolution } from '@easel/contracts/generation/policy';
import { generationStream } from '@easel/contracts/generation/stream';
import { endOf } from '@easel/contracts/generation/view';
import type { Recorded } from '@easel/contracts/kernel/event';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import { timeLimit } from '@easel/kernel/server/backoff';
import type { Bus } from '@easel/kernel/bus/bus';
import { EventLog } from '@easel/kernel/log/event-log';
import { Following, unshared } from '@easel/kernel/following/following';
import { Listener } from '@easel/kernel/database/listener';
import { LiveHub } from '@easel/kernel/http/live-hub';
import { Metrics } from '@easel/kernel/server/metrics';
import { BUS, LOGGER } from '@easel/kernel/server/tokens';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { z } from 'zod';
import { Cards } from './live-cards.ts';
import { liveFrame } from './live-frame.ts';
import { Prompts } from './live-prompts.ts';
import { RecentEvents } from './live-recent.ts';
import { expectedMs, standings, type Pace, type Standing } from './render-order.ts';
import { RecentPace } from './render-pace.ts';
import { RenderQueueStore } from './render-queue-store.ts';
import { isTrial, RenderQueue, type Change, type RenderJob } from './render-queue.ts';

const RECENT_BYTES = 4 * 1024 * 1024;
const PROMPT_CHARACTERS = 4_000_000;
/** Open generations that are kept as they are read: far more than anybody waits for at once. */
const CARDS_MOST = 2_000;
/** Variants that are made and not yet with their image: far more than there ever are at once. */
const UNATTACHED_MOST = 10_000;
/** Whoever connects while the log is being caught up with waits no longer. */
const PATIENCE_MS = 5_000;
/** Places in the queue are told no more often. */
const QUEUE_EVERY_MS = 1_000;
/** Up to so many jobs, places are counted anew at every change. */
const FEW_JOBS = 200;
const PREVIEW_MAX_CHARACTERS = 4_096;

const progressHint = z.object({
  generationId: z.uuid(),
  memberId: z.uuid(),
  done: z.int().min(0),
  progress: z.number().min(0).max(1),
  preview: z.string().max(PREVIEW_MAX_CHARACTERS).optional(),
});

/**
 * What happens to open generations, to everyone who listens: one subscription to the log for all streams of this
 * process. It begins at what the queue's table tells, and keeps up with the log by itself from there.
 */
@Injectable()
export class LiveFeed implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private readonly caughtUp = Promise.withResolvers<void>();
  private readonly prompts: Prompts;
  private readonly cards = new Cards(CARDS_MOST);
  private readonly recentPace = new RecentPace();
  private readonly progress = new Map<string, number>();
  private readonly sentQueue = new Map<string, string>();
  /** By the variant's own id, how its end will be told. */
  private readonly unattached = new LRUCache<string, { memberId: string; event: LiveJob }>({ max: UNATTACHED_MOST });
  private queue = new RenderQueue();
  /** Up to which it knows everything; undefined before the log's first fact. */
  private position: bigint | undefined;
  private recent = new RecentEvents(0n, RECENT_BYTES);
  private places: { at: number; stale: boolean; byId: ReadonlyMap<string, Standing> } = {
    at: 0,
    stale: true,
    byId: new Map(),
  };
  private telling: NodeJS.Timeout | undefined;
  private stopHearing: (() => Promise<void>) | undefined;
  private following: Following | undefined;

  constructor(
    private readonly log: EventLog,
    private readonly store: RenderQueueStore,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly hub: LiveHub,
    private readonly listener: Listener,
    metrics: Metrics,
  ) {
    this.prompts = new Prompts(log, PROMPT_CHARACTERS);
    metrics.gauge('easel_live_streams', 'Open event streams of this process', () => hub.size);
    metrics.gauge('easel_live_unsent_bytes', 'Bytes that wait for clients to read them', () => hub.unsentBytes);
  }

  async onApplicationBootstrap(): Promise<void> {
    this.following = this.follow();
    await this.hub.follow(this.listener);
    this.stopHearing = await this.bus.subscribe(RENDER_PROGRESS, (payload) => {
      const heard = progressHint.safeParse(payload);
      if (heard.success) this.hear(heard.data);
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    clearTimeout(this.telling);
    await Promise.all([this.hub.close(), this.stopHearing?.(), this.following?.done]);
  }

  /**
   * What a stream of this member begins with, to be taken in the same turn in which it is added to the hub. Throws 503
   * while the log is out of reach.
   */
  async opening(memberId: string, lastEventId: bigint | undefined): Promise<() => Buffer[]> {
    this.hub.refuseIfClosed();
    await this.whenCaughtUp();
    const resumes = (): Buffer[] | undefined =>
      lastEventId === undefined ? undefined : this.recent.since(lastEventId, memberId);
    const prompts = new Map<string, string>();
    if (!resumes()) {
      for (const { id } of this.queue.ofMember(memberId)) prompts.set(id, await this.prompts.of(id));
    }
    return () => {
      const missed = resumes();
      if (missed) return [...missed, liveFrame('queue', { waiting: this.waiting(memberId) })];
      const jobs = this.queue.ofMember(memberId).map((job) => {
        const prompt = prompts.get(job.id) ?? this.prompts.known(job.id) ?? '';
        return this.liveJob(job, prompt, this.standing(job.id));
      });
      return [liveFrame('jobs', { jobs }, this.position ?? 0n)];
    };
  }

  /** How far an open generation is; undefined where none of this id is known here. */
  standingOf(id: string): { progress: number; position: number | null } | undefined {
    const job = this.queue.job(id);
    return job && { progress: this.progressOf(job), position: this.standing(id)?.position ?? null };
  }

  /**
   * How long a picture of this provider and resolution takes, those before it included; null where none was seen.
   */
  expectedMs(provider: string, resolution: Resolution): number | null {
    return expectedMs(
      this.queue.jobs(),
      this.pace(),
      this.recentPace.msOf({ provider, resolution, images: 1 }),
      provider,
    );
  }

  private async whenCaughtUp(): Promise<void> {
    const late = AbortSignal.any([this.stop.signal, timeLimit(PATIENCE_MS)]);
    const { promise, reject } = Promise.withResolvers<never>();
    const giveUp = (): void => reject(new Refused(problems.unavailable));
    late.addEventListener('abort', giveUp, { once: true });
    try {
      await Promise.race([this.caughtUp.promise, promise]);
    } finally {
      late.removeEventListener('abort', giveUp);
    }
  }

  private follow(): Following {
    let isLoaded = false;
    return new Following({
      name: 'live feed',
      log: this.log,
      categories: [generationStream.category],
      atOnce: true,
      logger: this.logger,
      signal: this.stop.signal,
      hold: unshared,
      begin: async () => {
        if (!isLoaded) await this.load();
        isLoaded = true;
        return {
          after: this.position ?? 'start',
          handle: async (facts) => {
            for (const fact of facts) {
              await this.take(fact);
              this.position = fact.position;
            }
          },
          pass: (position) => {
            this.position = position;
          },
          caughtUp: () => this.caughtUp.resolve(),
        };
      },
    });
  }

  private async load(): Promise<void> {
    const { jobs, position } = await this.store.load();
    this.queue = new RenderQueue(jobs);
    this.position = position;
    this.recent = new RecentEvents(position ?? 0n, RECENT_BYTES);
  }

  /** Nothing has happened where it throws: the fact comes again. */
  private async take(recorded: Recorded): Promise<void> {
    if (recorded.unreadable) return;
    const fact = recorded as Recorded<GenerationFact>;
    if (fact.type === 'VariantAttached') {
      const made = this.unattached.get(fact.data.source);
      if (made) this.send(made.memberId, made.event, fact.position);
      this.unattached.delete(fact.data.source);
      return;
    }
    const { generationId } = fact.data;
    this.cards.note(fact);
    const isRequest = fact.type === 'GenerationRequested';
    if (!isRequest && !this.queue.job(generationId)) return;
    const prompt = isRequest ? fact.data.prompt : await this.prompts.of(generationId);
    if (isRequest || fact.type === 'GenerationAdopted') this.prompts.remember(generationId, fact.data.prompt);

    const change = this.queue.apply(fact);
    if (!change || fact.type === 'LeaseExtended') return;
    this.note(fact, change);
    const job = change.after ?? change.before;
    if (!job) return;
    const place = change.after && this.hub.hears(job.memberId) ? this.standing(job.id) : undefined;
    const event = change.after ? this.liveJob(job, prompt, place) : ended(this.liveJob(job, prompt, undefined), fact);
    // Whoever hears that a variant is there looks for it with its image, where a process puts it a little later.
    const comesLater = fact.type === 'GenerationCompleted' && job.variantOf !== null;
    if (comesLater) this.unattached.set(job.id, { memberId: job.memberId, event });
    else this.send(job.memberId, event, fact.position, this.cardOf(fact));
    if (!change.after) this.cards.forget(job.id);
    this.tellQueueSoon();
  }

  /** What came of it or is about to, so that its pictures are asked for at once. */
  private cardOf({ type, data: { generationId: id } }: GenerationFact): Partial<LiveJob> {
    const generation = type === 'GenerationCompleted' ? this.cards.of(id) : undefined;
    const pictures = type === 'VariantCreated' ? this.cards.picturesOf(id) : undefined;
    return { ...(generation && { generation }), ...(pictures && { pictures }) };
  }

  /** `card` is sent to connected pages only: it may be outdated by the time that another page resumes. */
  private send(memberId: string, event: LiveJob, position: bigint, card: Partial<LiveJob> = {}): void {
    const frame = liveFrame('job', event, position);
    this.recent.push({ position, memberId, frame });
    if (!this.hub.hears(memberId)) return;
    this.hub.send(memberId, Object.keys(card).length > 0 ? liveFrame('job', { ...event, ...card }, position) : frame);
  }

  private note(fact: GenerationFact, { id, before, after }: Change): void {
    this.places.stale = true;
    if (!after) this.prompts.forget(id);
    if (after?.startedAt !== before?.startedAt) this.progress.delete(id);
    const provider = (after ?? before)?.provider;
    if (provider !== undefined) this.recentPace.working(provider, this.queue.workingAt(provider), Date.now());
    // A visitor's is smaller than its resolution says: how long it took tells nothing of others.
    if (fact.type === 'GenerationCompleted' && before && !isTrial(before))
      this.recentPace.completed(before, fact.data.processingMs);
  }

  private hear({ generationId: id, memberId, done, progress, preview }: z.output<typeof progressHint>): void {
    const job = this.queue.job(id);
    if (!job || job.startedAt === null || job.memberId !== memberId) return;
    this.progress.set(id, progress);
    if (!this.hub.hears(memberId)) return;
    const whole = this.recentPace.msOf(job);
    const eta_ms = whole === null ? null : Math.round(whole * (1 - progress));
    const shown = preview === undefined ? {} : { preview };
    this.hub.send(memberId, liveFrame('progress', { id, done: Math.max(done, job.done), progress, eta_ms, ...shown }));
  }

  private tellQueueSoon(): void {
    if (this.stop.signal.aborted) return;
    this.telling ??= setTimeout(() => {
      this.telling = undefined;
      for (const memberId of this.sentQueue.keys()) if (!this.hub.hears(memberId)) this.sentQueue.delete(memberId);
      for (const memberId of this.hub.owners()) this.tellQueue(memberId);
    }, QUEUE_EVERY_MS);
  }

  /** Nothing where the member's places are as they were told last. */
  private tellQueue(memberId: string): void {
    const waiting = this.waiting(memberId);
    const text = JSON.stringify(waiting);
    if (text === (this.sentQueue.get(memberId) ?? '[]')) return;
    this.sentQueue.set(memberId, text);
    this.hub.send(memberId, liveFrame('queue', { waiting }));
  }

  private waiting(memberId: string): { id: string; position: number; eta_ms: number | null }[] {
    return this.queue.ofMember(memberId).flatMap(({ id, startedAt }) => {
      const place = startedAt === null ? this.standing(id) : undefined;
      return !place || place.position === null ? [] : [{ id, position: place.position, eta_ms: place.etaMs }];
    });
  }

  /** With many jobs it may be as old as the places that were told last. */
  private standing(id: string): Standing | undefined {
    const now = Date.now();
    const { at, stale, byId } = this.places;
    const mayBeOld = this.queue.size > FEW_JOBS && now - at < QUEUE_EVERY_MS / 2 && byId.has(id);
    if (stale && !mayBeOld) {
      this.places = { at: now, stale: false, byId: standings(this.queue.jobs(), this.pace()) };
    }
    return this.places.byId.get(id);
  }

  private pace(): Pace {
    return {
      slotsOf: (provider) => this.recentPace.slotsOf(provider),
      msOf: (job) => this.recentPace.msOf(job),
      progressOf: (job) => this.progressOf(job),
    };
  }

  private progressOf({ id, startedAt, done, images }: RenderJob): number {
    return startedAt === null ? 0 : Math.max(this.progress.get(id) ?? 0, done / images);
  }

  private liveJob(job: RenderJob, prompt: string, place: Standing | undefined): LiveJob {
    return {
      id: job.id,
      status: job.startedAt === null ? 'queued' : 'processing',
      prompt,
      created_at: job.requestedAt,
      aspect_ratio: job.aspectRatio,
      resolution: job.resolution,
      count: job.images,
      done: job.done,
      progress: this.progressOf(job),
      position: place?.position ?? null,
      eta_ms: place?.etaMs ?? null,
      variant_of: job.variantOf,
      ...(!isBuiltIn(job.provider) && { provider: job.provider }),
      failure: null,
    };
  }
}

const ended = (job: LiveJob, fact: GenerationFact): LiveJob => ({
  ...job,
  ...endOf(fact),
  position: null,
  eta_ms: null,
  ...(fact.type === 'GenerationCompleted' && { progress: 1 }),
});
