import type { Recorded } from '@easel/contracts/kernel/event';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Following, unshared, type FollowingOptions, type Turn } from './following.ts';
import type { HeldLock } from './locks.ts';
import { MemoryLog } from '../testing/memory-log.ts';

let log: MemoryLog;
let stop: AbortController;
let running: Following[];
/** What happened, in order. */
let story: string[];

beforeEach(() => {
  log = new MemoryLog();
  stop = new AbortController();
  running = [];
  story = [];
});
afterEach(async () => {
  stop.abort();
  await Promise.all(running.map(({ done }) => done));
});

function follow(options: Partial<FollowingOptions<HeldLock>> & Pick<FollowingOptions<HeldLock>, 'begin'>): Following {
  const following = new Following({
    name: 'things',
    log,
    categories: ['things'],
    signal: stop.signal,
    logger: pino({ enabled: false }),
    hold: unshared,
    ...options,
  });
  running.push(following);
  return following;
}

const append = (): Recorded => log.append('things-1', 'Happened');

/** Remembers where it is, as whoever follows has to. */
function remembering(act: (fact: Recorded) => void = () => undefined): () => Promise<Turn> {
  let position = -1n;
  return () =>
    Promise.resolve({
      after: position < 0n ? 'start' : position,
      handle: (facts) => {
        for (const fact of facts) {
          act(fact);
          story.push(`handled ${fact.revision}`);
          position = fact.position;
        }
      },
    });
}

/** A lock that tells when it is released, and can be lost. */
function telling(): { hold: () => Promise<HeldLock>; lose: () => void } {
  let losing = new AbortController();
  return {
    hold: () => {
      losing = new AbortController();
      story.push('held');
      return Promise.resolve({
        lost: losing.signal,
        release: () => {
          story.push('released');
          return Promise.resolve();
        },
      });
    },
    lose: () => losing.abort(),
  };
}

it('tells what ended a turn while the lock is still held, and goes on behind what the turn remembers', async () => {
  const [, last] = [append(), append()];
  let failures = 1;
  const following = follow({
    ...telling(),
    begin: remembering(({ revision }) => {
      if (revision === 1 && failures-- > 0) throw new Error('in vain');
    }),
    onError: (error) => {
      story.push(String(error));
      return Promise.resolve();
    },
    recover: () => {
      story.push('starts over');
      return Promise.resolve(true);
    },
  });
  await following.waitFor(last.position);
  expect(story).toEqual(['held', 'handled 0', 'Error: in vain', 'released', 'starts over', 'held', 'handled 1']);
});

it('begins another turn when the lock is lost', async () => {
  const { hold, lose } = telling();
  const following = follow({ hold, begin: remembering() });
  await following.waitFor(append().position);
  lose();
  await following.waitFor(append().position);
  expect(story).toEqual(['held', 'handled 0', 'released', 'held', 'handled 1']);
});

it('lets a turn that is over put down what it has in hand, and starts over where one does not even begin', async () => {
  const over = new AbortController();
  const rested = Promise.withResolvers<void>();
  const begin = remembering();
  let turns = 0;
  const following = follow({
    ...telling(),
    begin: async () => {
      turns++;
      if (turns === 2) {
        await rested.promise;
        return undefined;
      }
      const turn = await begin();
      if (turns > 2) return turn;
      const end = (): Promise<void> => {
        story.push('put down');
        return Promise.resolve();
      };
      return { ...turn, until: over.signal, end };
    },
  });
  await following.waitFor(append().position);
  over.abort();
  const next = append();
  rested.resolve();
  await following.waitFor(next.position);
  const first = ['held', 'handled 0', 'put down', 'released'];
  expect(story).toEqual([...first, 'held', 'released', 'held', 'handled 1']);
});

it('hears that nothing comes, and of the end of each turn', async () => {
  const quiet = Promise.withResolvers<void>();
  const begin = remembering();
  const ended: string[] = [];
  const following = follow({
    quietMs: 1,
    begin: async () => ({
      ...(await begin()),
      caughtUp: (going) => going.addEventListener('abort', () => ended.push('turn')),
      quiet: () => Promise.resolve(quiet.resolve()),
    }),
  });
  await following.waitFor(append().position);
  await quiet.promise;
  expect([following.state.phase, ended]).toEqual(['live', []]);
  stop.abort();
  await following.done;
  expect([following.state.phase, ended]).toEqual(['stopped', ['turn']]);
});
