import { EventEmitter, once } from 'node:events';
import { inspect } from 'node:util';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { MAX_ATTEMPTS, RENDER_HINT } from '@easel/contracts/generation/policy';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { Bus } from '@easel/kernel/bus/bus';
import type { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import type { EventLog } from '@easel/kernel/log/event-log';
import { createLogger } from '@easel/kernel/server/logger';
import { Metrics } from '@easel/kernel/server/metrics';
import type { ProcessBook } from '@easel/kernel/following/process-book';
import { PostgresBook } from '@easel/kernel/following/process-book-postgres';
import { MemoryLog } from '@easel/kernel/testing/memory-log';
import { MemoryBook } from '@easel/kernel/testing/twins/memory-book';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Render, requestedFact, type RequestedAs } from '../testing/generation-facts.ts';
import { MemoryRenderQueue } from '../testing/twins/memory-render-queue.ts';
import { inMemory, inPostgres, type SharedStore } from '../testing/twins/stores.ts';
import type { RenderQueueStore } from './render-queue-store.ts';
import { RenderQueueDispatcher } from './render-queue.dispatcher.ts';
import { StoredRenderQueue } from './render-queue.tables.ts';
import { RenderQueue } from './render-queue.ts';

const logger = createLogger({ name: 'test', level: 'silent' });

/** What the workers are told, and which generations are given up. */
class Told extends EventEmitter {
  readonly hints: { generationId: string; turn: number }[] = [];
  readonly givenUp: string[] = [];

  readonly bus: Bus = {
    kind: 'postgres',
    publish: (subject, payload) => {
      if (subject === RENDER_HINT) this.hints.push(payload as { generationId: string; turn: number });
      this.emit('told');
    },
    subscribe: () => Promise.resolve(() => Promise.resolve()),
    check: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };

  readonly runner = {
    execute: (stream: string) => {
      this.givenUp.push(stream);
      this.emit('told');
      return Promise.resolve();
    },
  } as unknown as DeciderRunner;

  async until(met: () => boolean): Promise<void> {
    while (!met()) await once(this, 'told');
  }

  hinted(id: string): number {
    return this.hints.filter(({ generationId }) => generationId === id).length;
  }
}

/** What a keeper stands on, as two processes see it. */
interface Ground<Tx> {
  queue: RenderQueueStore<Tx>;
  book: ProcessBook<Tx>;
  /** Everything that stands in the queue’s table. */
  stored(): Promise<unknown>;
}

describeDispatcher('in PostgreSQL', () =>
  inPostgres((pool) => ({
    queue: new StoredRenderQueue(pool),
    book: new PostgresBook(pool),
    stored: async () => (await pool.query('SELECT * FROM vault.render_queue')).rows,
  })),
);
describeDispatcher('in memory', () =>
  inMemory((pool) => ({
    queue: new MemoryRenderQueue(pool),
    book: new MemoryBook(pool),
    stored: () => Promise.resolve(pool.database.tables.get('render_queue')),
  })),
);

function describeDispatcher<Tx>(where: string, begin: () => Promise<SharedStore<Ground<Tx>>>): void {
  describe(`the keeper of a queue ${where}`, () => {
    let store: SharedStore<Ground<Tx>>;
    let log: MemoryLog;
    let told: Told;
    let dispatchers: RenderQueueDispatcher<Tx>[];

    beforeEach(async () => {
      store = await begin();
      log = new MemoryLog();
      told = new Told();
      dispatchers = [];
    });
    afterEach(async () => {
      await Promise.all(dispatchers.map((dispatcher) => dispatcher.beforeApplicationShutdown()));
      await store.remove();
    });

    function keep(on: Ground<Tx> = store.here): RenderQueueDispatcher<Tx> {
      const dispatcher = new RenderQueueDispatcher<Tx>(
        log as unknown as EventLog,
        on.book,
        on.queue,
        logger,
        told.bus,
        told.runner,
        new Metrics(),
      );
      dispatcher.onApplicationBootstrap();
      dispatchers.push(dispatcher);
      return dispatcher;
    }

    const say = (fact: GenerationFact): Recorded =>
      log.append(`generation-${fact.data.generationId}`, fact.type, fact.data);

    function request(as: RequestedAs = {}): { id: string; render: Render } {
      const fact = requestedFact(as);
      say(fact);
      return { id: fact.data.generationId, render: new Render(fact.data) };
    }

    const inAMinute = (): Date => new Date(Date.now() + 60_000);

    test('whoever asks is hinted at; of one member the rest waits until it is its turn', async () => {
      keep();
      const [first, second] = [request({ memberId: idOf('a') }), request({ memberId: idOf('a') })];
      const other = request({ memberId: idOf('b') });
      await told.until(() => told.hints.length === 2);
      expect(told.hints).toEqual(
        [first.id, other.id].map((generationId) => ({
          generationId,
          turn: 0,
          correlationId: 'test',
          provider: 'procedural',
        })),
      );
      say(first.render.started(inAMinute()));
      say(first.render.completed());
      await told.until(() => told.hinted(second.id) === 1);
      expect(told.hinted(first.id)).toBe(1);
    });

    test('one whose lease ended is hinted at again; tried often enough, it is given up', async () => {
      keep();
      const { id, render } = request();
      for (let tries = 1; tries <= MAX_ATTEMPTS; tries++) {
        await told.until(() => told.hinted(id) === tries);
        say(render.started(new Date()));
      }
      await told.until(() => told.givenUp.length === 1);
      expect([told.givenUp, told.hinted(id)]).toEqual([[`generation-${id}`], MAX_ATTEMPTS]);
    });

    test('the table is what the facts add up to, and a successor goes on from it', async () => {
      const dispatcher = keep();
      const done = request();
      const [running, waiting] = [
        request({ memberId: idOf('a') }),
        request({ memberId: idOf('a'), prompt: 'a red fox' }),
      ];
      await told.until(() => told.hints.length === 2);
      say(done.render.started(inAMinute()));
      say(done.render.completed());
      say(running.render.started(inAMinute()));
      const last = say(running.render.stored());
      await dispatcher.settled(last.position);
      await dispatcher.beforeApplicationShutdown();

      const { jobs, position } = await store.there.queue.load();
      expect(position).toBe(last.position);
      const folded = new RenderQueue();
      for await (const item of log.subscribe({
        categories: ['generation'],
        after: 'start',
        signal: AbortSignal.timeout(50),
      })) {
        if (item.kind === 'fact') folded.apply(item.fact as Recorded<GenerationFact>);
      }
      expect(new Map(jobs.map((job) => [job.id, job]))).toEqual(
        new Map([...folded.jobs()].map((job) => [job.id, job])),
      );
      const stored = inspect(await store.there.stored(), { depth: null, maxArrayLength: null });
      expect(stored).toContain(waiting.id);
      expect(stored).not.toContain('a red fox');

      say(running.render.completed());
      keep();
      await told.until(() => told.hinted(waiting.id) === 1);
    });

    test('of two processes one serves; when it ends the other takes over, and says again what nobody claimed', async () => {
      const first = keep();
      const { id } = request();
      await told.until(() => told.hinted(id) === 1);
      keep(store.there);
      const { id: next } = request();
      await told.until(() => told.hinted(next) === 1);
      await first.beforeApplicationShutdown();
      await told.until(() => told.hinted(id) === 2 && told.hinted(next) === 2);
    });

    test('a fact that cannot be read holds up nobody else, and is taken up once it can', async () => {
      const first = keep();
      const broken = requestedFact({});
      const stored = say(broken);
      stored.unreadable = { why: 'newer-version', detail: 'a test' };
      const { id } = request();
      await told.until(() => told.hinted(id) === 1);
      expect(told.hinted(broken.data.generationId)).toBe(0);
      await first.beforeApplicationShutdown();
      delete stored.unreadable;
      keep();
      await told.until(() => told.hinted(broken.data.generationId) === 1);
    });
  });
}

const idOf = (name: string): string => `00000000-0000-4000-8000-00000000000${name}`;
