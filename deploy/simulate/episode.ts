import { createHash } from 'node:crypto';
import { tellFaultPoints } from '@easel/kernel/fault-point';
import type { Scene } from './actions/action.ts';
import { register } from './actions/operators.ts';
import { Chance, mixed } from './chance.ts';
import { check } from './invariants/check.ts';
import type { Violation } from './invariants/evidence.ts';
import { Life } from './life.ts';
import { forbidRealIo } from './no-real-io.ts';
import { actions, isQuietPoint, type Intent } from './plan.ts';
import { Record } from './record.ts';
import { replaceClockAndChance } from './replaced.ts';
import { Scheduler } from './scheduler.ts';
import { drawOne, isDrawing, LEASE_MS } from './worker.ts';
import { Dead, ROUGH, World, type Manners } from './world.ts';

export interface EpisodeOptions {
  /** Rules to be checked; all where none is named. */
  only?: readonly string[];
  manners?: Manners;
  /** Of processes that serve at the same time (2). */
  width?: number;
  tell?: (line: string) => void;
}

export interface Outcome {
  /** Empty where everything holds. */
  violations: readonly Violation[];
  steps: number;
  /** SHA-256 of everything that happened, in order. */
  trace: string;
  /** What was done, in words. */
  told: readonly string[];
  /** The facts of whoever something does not hold for. */
  facts: readonly string[];
}

const BEGINS_MS = Date.UTC(2026, 9, 5, 9);
const MEMBERS = 3;
const WIDTH = 2;
/** Turns that others are given between two actions, at most. */
const LONGEST_LINGER = 120;

/** Lives one life of a world: the same seed and plan, the same life, to the byte. */
export async function runEpisode(
  seed: number,
  plan: readonly Intent[],
  options: EpisodeOptions = {},
): Promise<Outcome> {
  const trace = createHash('sha256');
  const told: string[] = [];
  const tell = (line: string): void => {
    trace.update(`${line}\n`);
    options.tell?.(line);
  };
  const scheduler = new Scheduler(new Life('world'), tell, new Chance(seed));
  const io = forbidRealIo();
  const rejections = catchRejections();
  const { clock, restore } = replaceClockAndChance(scheduler, new Chance(mixed(seed, 1)), new Date(BEGINS_MS));
  try {
    const world = new World(scheduler, clock, options.width ?? WIDTH);
    tellFaultPoints((name) => world.passFaultPoint(name));
    const record = new Record(world);
    const scene: Scene = {
      world,
      chance: new Chance(mixed(seed, 2)),
      members: [],
      pages: [],
      tell: (line) => {
        told.push(`${scheduler.steps} ${new Date().toISOString()} ${line}`);
        tell(line);
      },
    };
    const episode = new Episode(scene, record, options.only ?? []);
    const violations = await episode.live(seed, plan, options.manners ?? ROUGH);
    await world.end();
    for (const { stream, revision, id } of world.store.events) tell(`${stream}@${revision} ${id}`);
    const broken = [io.broken, ...rejections.seen].filter((error) => error !== undefined);
    const all = [
      ...violations,
      ...broken.map(String).map((says) => ({ rule: 'nothing real', memberId: undefined, says })),
    ];
    const facts = all.flatMap(({ memberId }) => (memberId === undefined ? [] : record.story(memberId)));
    return { violations: all, steps: scheduler.steps, trace: trace.digest('hex'), told, facts };
  } finally {
    tellFaultPoints(undefined);
    restore();
    rejections.restore();
    io.restore();
  }
}

class Episode {
  constructor(
    private readonly scene: Scene,
    private readonly record: Record,
    private readonly only: readonly string[],
  ) {}

  /** The first that does not hold, and what else does not at the same moment. */
  async live(seed: number, plan: readonly Intent[], manners: Manners): Promise<Violation[]> {
    const { scene } = this;
    const { world } = scene;
    await this.populate();
    world.manners = manners;
    for (const intent of plan) {
      scene.chance = new Chance(mixed(seed, intent.dice));
      world.scheduler.chance = new Chance(mixed(intent.dice, seed));
      if (isQuietPoint(intent)) {
        const found = await this.quietPoint();
        if (found.length > 0) return found;
        continue;
      }
      await this.perform(intent);
      const found = await this.checked(false);
      if (found.length > 0) return found;
    }
    return this.quietPoint();
  }

  private async populate(): Promise<void> {
    const { scene } = this;
    for (let n = 0; n < MEMBERS; n += 1) {
      void scene.world.begins(() => register(scene, n === 2 ? scene.members[0] : undefined));
      await scene.world.settle();
    }
  }

  private async perform({ what }: Intent): Promise<void> {
    const { scene } = this;
    const { world } = scene;
    const action = actions.get(what);
    if (!action) throw new Error(`nobody knows how to ${what}`);
    if (action.drives) {
      await action.act(scene);
      return;
    }
    // Its own, since the next action has another while this one goes on.
    const own = { ...scene };
    void world.begins(() => action.act(own)).catch((error: unknown) => world.failures.push(error));
    const { chance } = world.scheduler;
    if (chance.onceIn(2)) await world.settle();
    else await world.linger(chance.int(0, LONGEST_LINGER));
    if (!chance.onceIn(4)) await world.deliverDue();
    await world.linger(chance.int(0, LONGEST_LINGER));
    world.clock.tick(chance.int(0, 2_500));
  }

  private async quietPoint(): Promise<Violation[]> {
    const { scene } = this;
    const { world } = scene;
    await world.becomeQuiet();
    while (isDrawing(scene)) {
      void world.begins(() => drawOne(scene));
      await world.settle();
      // The lease of who died in a render runs out.
      world.clock.jump(LEASE_MS);
      await world.becomeQuiet();
    }
    return this.checked(true);
  }

  private async checked(isQuiet: boolean): Promise<Violation[]> {
    const { scene, record } = this;
    const { failures } = scene.world;
    if (failures.length > 0) {
      return failures.map((error) => ({ rule: 'nothing unexpected', memberId: undefined, says: describe(error) }));
    }
    return check(await record.evidence(scene.members, isQuiet), isQuiet ? record.moments : [], this.only);
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return `${error.stack}${cause instanceof Error ? `\n${cause.stack}` : ''}`;
}

/** Who died at a fault point leaves promises that nobody waits for; any other rejection is a fault. */
function catchRejections(): { seen: unknown[]; restore: () => void } {
  const seen: unknown[] = [];
  const before = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (error) => {
    if (!(error instanceof Dead)) seen.push(error);
  });
  return {
    seen,
    restore: () => {
      process.removeAllListeners('unhandledRejection');
      for (const listener of before) process.on('unhandledRejection', listener);
    },
  };
}
