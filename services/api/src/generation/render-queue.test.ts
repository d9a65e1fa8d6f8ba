import { describe, expect, test } from 'vitest';
import { Recorder, Render, requestedFact, type RequestedAs } from '../testing/generation-facts.ts';
import { RenderQueue, RETRY_AFTER_MS } from './render-queue.ts';

const lease = new Date('2026-11-20T10:00:15.000Z');

class World {
  readonly log = new Recorder();
  readonly queue = new RenderQueue();

  request(as: RequestedAs = {}) {
    const fact = requestedFact(as);
    this.queue.apply(this.log.record(fact));
    const { generationId: id } = fact.data;
    return { id, render: new Render(fact.data), turn: this.queue.job(id)?.turn };
  }

  say(fact: Parameters<Recorder['record']>[0]) {
    return this.queue.apply(this.log.record(fact));
  }
}

describe('a job', () => {
  test('comes with its request and goes with its end, whatever the end', () => {
    for (const end of ['completed', 'failed', 'cancelled'] as const) {
      const world = new World();
      const { id, render } = world.request({ memberId: 'a' });
      world.say(render.started(lease));
      expect(world.queue.job(id)).toMatchObject({
        tries: 1,
        leaseUntil: lease.getTime(),
        startedAt: expect.any(Number),
      });
      expect(world.queue.workingAt('procedural')).toBe(1);
      expect(world.say(render[end]())).toMatchObject({ id, before: { id } });
      expect([world.queue.size, world.queue.workingAt('procedural'), world.queue.ofMember('a')]).toEqual([0, 0, []]);
    }
  });

  test('waits a moment after an error, and not after a shutdown, which does not count as a try', () => {
    const world = new World();
    const { id, render } = world.request();
    world.say(render.started(lease));
    world.say(render.stored());
    expect(world.queue.job(id)?.done).toBe(1);
    world.say(render.handedBack('error'));
    const pauseEnds = world.log.now.getTime() + RETRY_AFTER_MS;
    expect(world.queue.job(id)).toMatchObject({
      tries: 1,
      done: 0,
      startedAt: null,
      leaseUntil: null,
      notBefore: pauseEnds,
    });
    world.say(render.started(lease));
    world.say(render.handedBack('drained'));
    expect(world.queue.job(id)).toMatchObject({ tries: 1, notBefore: 0 });
  });

  test('is left alone by facts that come again or say nothing about its render', () => {
    const world = new World();
    const fact = requestedFact({});
    expect(world.say(fact)).toMatchObject({ id: fact.data.generationId });
    expect(world.say(fact)).toBeUndefined();
    const ids = { generationId: fact.data.generationId, memberId: fact.data.memberId };
    expect(world.say({ type: 'Saved', data: ids })).toBeUndefined();
    world.say(new Render(ids).cancelled());
    expect(world.say(new Render(ids).cancelled())).toBeUndefined();
  });
});

describe('turns', () => {
  test('a member’s own jobs have one each, another member begins where the service is', () => {
    const world = new World();
    const turns = [1, 2, 3].map(() => world.request({ memberId: 'a' }).turn);
    expect(turns).toEqual([0, 1, 2]);
    expect(world.request({ memberId: 'b' }).turn).toBe(0);
    expect(world.request({ memberId: 'b' }).turn).toBe(1);
  });

  test('who comes late neither catches up on what was served before nor waits for all that is queued', () => {
    const world = new World();
    const jobs = Array.from({ length: 200 }, () => world.request({ memberId: 'a' }));
    for (const { render } of jobs.slice(0, 50)) {
      world.say(render.started(lease));
      world.say(render.completed());
    }
    expect(world.request({ memberId: 'b' }).turn).toBe(50);
    world.say(jobs[50]!.render.started(lease));
    expect(world.request({ memberId: 'c' }).turn).toBe(50);
    expect(world.request({ memberId: 'a' }).turn).toBe(200);
  });
});

test('the jobs of a member stand in the order of their requests', () => {
  const world = new World();
  const ids = [1, 2, 3].map(() => world.request({ memberId: 'a' }).id);
  world.request({ memberId: 'b' });
  expect(world.queue.ofMember('a').map(({ id }) => id)).toEqual(ids);
});

describe('a visitor’s picture', () => {
  test('has rounds of its own behind members’, whose turns it does not move', () => {
    const world = new World();
    const first = world.request({ memberId: 'v', trial: true });
    const member = world.request({ memberId: 'a' });
    const second = world.request({ memberId: 'w', trial: true });
    const third = world.request({ memberId: 'v', trial: true });
    expect([first.turn, member.turn, second.turn, third.turn]).toEqual([
      1_000_000_000, 0, 1_000_000_000, 1_000_000_001,
    ]);
    expect(world.request({ memberId: 'a' }).turn).toBe(1);
  });

  test('moves to the member who adopts it', () => {
    const world = new World();
    const { id, turn } = world.request({ memberId: 'v', trial: true });
    world.say({
      type: 'GenerationAdopted',
      data: { generationId: id, memberId: 'a', visitorId: 'v', prompt: 'a lake' },
    });
    expect(world.queue.ofMember('v')).toEqual([]);
    expect(world.queue.ofMember('a')).toMatchObject([{ id, memberId: 'a', turn }]);
    expect(world.queue.size).toBe(1);
  });
});
