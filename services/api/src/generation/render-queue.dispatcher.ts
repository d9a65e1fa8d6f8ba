import type { GenerationFact } from '@easel/contracts/generation/events';
import { RENDER_HINT } from '@easel/contracts/generation/policy';
import { generationStream } from '@easel/contracts/generation/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { Bus } from '@easel/kernel/bus/bus';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { EventLog } from '@easel/kernel/log/event-log';
import { Metrics } from '@easel/kernel/server/metrics';
import { ParkedStreams } from '@easel/kernel/following/parked-streams';
import type { ProcessBook } from '@easel/kernel/following/process-book';
import { runSubscription, type RunningSubscription } from '@easel/kernel/following/subscription-runner';
import { BOOK, BUS, LOGGER } from '@easel/kernel/server/tokens';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { generation } from './generation.decider.ts';
import { QUEUE_SUBSCRIPTION, RenderQueueStore } from './render-queue-store.ts';
import { RenderQueue } from './render-queue.ts';
import { RenderScheduler } from './render-queue.scheduler.ts';

/**
 * Keeps the table of open generations, and tells the workers whose turn it is. One process does both at a time; what it
 * has in memory is what it wrote, and is read again each time it becomes that process or is not sure of a write.
 */
@Injectable()
export class RenderQueueDispatcher<Tx = unknown> implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private readonly scheduler: RenderScheduler;
  private queue = new RenderQueue();
  private scheduling = Promise.resolve();
  private subscription: RunningSubscription | undefined;

  constructor(
    private readonly log: EventLog,
    @Inject(BOOK) private readonly book: ProcessBook<Tx>,
    private readonly store: RenderQueueStore<Tx>,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(BUS) bus: Bus,
    runner: DeciderRunner,
    private readonly metrics: Metrics,
  ) {
    this.scheduler = new RenderScheduler({
      logger,
      jobs: () => this.queue.jobs(),
      hint: ({ id: generationId, turn, correlationId, provider }) =>
        bus.publish(RENDER_HINT, { generationId, correlationId, turn, provider }),
      giveUp: async ({ id, tries, correlationId }) => {
        const command = { type: 'GiveUp', generationId: id, at: new Date() } as const;
        await runner.execute(generationStream.nameOf(id), generation, command, {
          key: `give up ${id} ${tries}`,
          actor: { kind: 'system', id: QUEUE_SUBSCRIPTION },
          correlationId,
        });
      },
    });
  }

  onApplicationBootstrap(): void {
    const { log, book, store, logger, scheduler, metrics } = this;
    const parked = new ParkedStreams({ name: QUEUE_SUBSCRIPTION, book, log, logger });
    const subscription = runSubscription({
      name: QUEUE_SUBSCRIPTION,
      from: 'start',
      categories: [generationStream.category],
      log,
      book,
      logger,
      signal: this.stop.signal,
      onBegin: async (position) => {
        this.queue = new RenderQueue((await store.load()).jobs);
        await parked.release(position, (facts, tx) => this.keep(facts, tx));
      },
      handleBatch: async (facts, tx) => this.keep(await parked.admit(facts, tx), tx),
      onMoved: () => scheduler.wake(),
      onCaughtUp: (following) => {
        this.scheduling = this.scheduling.then(() => scheduler.run(following));
      },
    });
    this.subscription = subscription;
    metrics.watchLag(QUEUE_SUBSCRIPTION, () => subscription.lag());
    metrics.gauge('easel_render_queue_open', 'Open generations, where this process runs the queue', () =>
      subscription.state.phase === 'live' ? this.queue.size : 0,
    );
    metrics.gauge('easel_render_queue_parked', 'Generations that wait for code that can read them', () => parked.size);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.subscription?.done;
    await this.scheduling;
  }

  /** Resolves when the table tells everything up to this position, where this process keeps it. */
  async settled(position: bigint): Promise<void> {
    await this.subscription?.waitFor(position);
  }

  /** An error in here, or of the transaction around it, makes following begin anew, and with it what is in memory. */
  private async keep(facts: readonly Recorded[], tx: Tx): Promise<void> {
    const touched = new Set<string>();
    for (const fact of facts) {
      const change = this.queue.apply(fact as Recorded<GenerationFact>);
      if (!change) continue;
      touched.add(change.id);
      // Claimed, handed back or ended: what was said of it is heard.
      if (change.after?.startedAt !== change.before?.startedAt) this.scheduler.forget(change.id);
    }
    const jobs = [...touched].map((id) => this.queue.job(id) ?? id);
    await this.store.save(tx, {
      changed: jobs.filter((job) => typeof job !== 'string'),
      ended: jobs.filter((job) => typeof job === 'string'),
    });
  }
}
