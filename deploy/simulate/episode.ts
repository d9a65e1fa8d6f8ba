import { createHash } from 'node:crypto';
import { tellFaultPoints } from '@easel/kernel/server/fault-point';
import type { Scene } from './actions/action.ts';
import { register } from './actions/operators.ts';
import { Chance, mixed } from './chance.ts';
import { check } from './invariants/check.ts';
import type { Violation } from './invariants/evidence.ts';
import { ROUGH, type Manners } from './manners.ts';
import { openMemoryStage } from './memory-stage.ts';
import { actions, isQuietPoint, type Intent } from './plan.ts';
import { Record } from './record.ts';
import type { OpenStage, Stage } from './stage.ts';
import { drawOne, isDrawing, LEASE_MS } from './worker.ts';
import { Dead, World } from './world.ts';

export interface EpisodeOptions {
  /** Rules to be checked; all where none is named. */
  only?: readonly string[];
  manners?: Manners;
  /** Of processes that serve at the same time (2). */
  width?: number;
  tell?: (line: string) => void;
  /** What it stands on: nothing real, where nothing else is said. */
  openStage?: OpenStage;
}

export interface Outcome {
  /** Empty where everything holds. */
  violations: readonly Violation[];
  steps: number;
  /** SHA-256 of everything that happened, in order. */
  trace: string;
  /** What was done, in words. */
  messages: readonly string[];
  /** The facts of whoever something does not hold for. */
  facts: readonly string[];
}

const MEMBERS = 3;
const WIDTH = 2;
/** Turns that others are given between two actions, at most. */
const LONGEST_LINGER = 120;

/**
 * Lives one life of a world. Where nothing is real, the same seed and plan are the same life, to the byte. Throws, with
 * the seed, where the world itself ends.
 */
export async function runEpisode(
  seed: number,
  plan: readonly Intent[],
  options: EpisodeOptions = {},
): Promise<Outcome> {
  const trace = createHash('sha256');
  const messages: string[] = [];
  const tell = (line: string): void => {
    trace.update(`${line}\n`);
    options.tell?.(line);
  };
  const rejections = catchRejections();
  try {
    const stage = await (options.openStage ?? openMemoryStage)(seed, tell);
    const lived = await live(seed, plan, { stage, tell, messages, options }).catch(async (error: unknown) => {
      await stage.close();
      throw error;
    });
    const broken = [...(await stage.close()), ...rejections.seen];
    const violations = [...lived.violations, ...broken.map((error) => violationOf('nothing unexpected', error))];
    return { ...lived, violations, steps: stage.steps, trace: trace.digest('hex'), messages };
  } catch (error) {
    throw new Error(`the life of seed ${seed} ended: ${String(error)}`, { cause: error });
  } finally {
    rejections.restore();
  }
}

interface Telling {
  stage: Stage;
  tell: (line: string) => void;
  /** What was done, in words. */
  messages: string[];
  options: EpisodeOptions;
}

async function live(
  seed: number,
  plan: readonly Intent[],
  { stage, tell, messages, options }: Telling,
): Promise<Pick<Outcome, 'violations' | 'facts'>> {
  const world = new World(stage, options.width ?? WIDTH);
  tellFaultPoints((name) => world.passFaultPoint(name));
  try {
    const record = new Record(world);
    const scene: Scene = {
      world,
      chance: new Chance(mixed(seed, 2)),
      members: [],
      pages: [],
      tell: (line) => {
        messages.push(`${stage.steps} ${new Date().toISOString()} ${line}`);
        tell(line);
      },
    };
    const episode = new Episode(scene, record, options.only ?? []);
    const violations = await episode
      .live(seed, plan, options.manners ?? ROUGH)
      .catch((error: unknown) => [violationOf('nothing unexpected', error)]);
    await world.end();
    for (const { stream, revision, id } of stage.stored.events) tell(`${stream}@${revision} ${id}`);
    const facts = violations.flatMap(({ memberId }) => (memberId === undefined ? [] : record.story(memberId)));
    return { violations, facts };
  } finally {
    tellFaultPoints(undefined);
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
      world.stage.chance = new Chance(mixed(intent.dice, seed));
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
    const { chance } = world.stage;
    if (chance.onceIn(2)) await world.settle();
    else await world.stage.linger(chance.int(0, LONGEST_LINGER));
    if (!chance.onceIn(4)) await world.deliverDue();
    await world.stage.linger(chance.int(0, LONGEST_LINGER));
    world.stage.tick(chance.int(0, 2_500));
  }

  private async quietPoint(): Promise<Violation[]> {
    const { scene } = this;
    const { world } = scene;
    await world.becomeQuiet();
    while (isDrawing(scene)) {
      void world.begins(() => drawOne(scene));
      await world.settle();
      // The lease of who died in a render runs out.
      await world.stage.leap(LEASE_MS);
      await world.becomeQuiet();
    }
    return this.checked(true);
  }

  private async checked(isQuiet: boolean): Promise<Violation[]> {
    const { scene, record } = this;
    const { failures } = scene.world;
    if (failures.length > 0) {
      return failures.map((error) => violationOf('nothing unexpected', error));
    }
    const evidence = await record.evidence(scene.members, isQuiet);
    const found = check(evidence, isQuiet ? record.moments : []);
    // What the product does not take it cannot know: neither can what is made of it.
    if (isQuiet && evidence.untaken.length === 0)
      found.push(...(await scene.world.stage.differences(scene.world.erased)));
    return this.only.length === 0 ? found : found.filter(({ rule }) => this.only.includes(rule));
  }
}

const violationOf = (rule: string, error: unknown): Violation => ({ rule, memberId: undefined, says: describe(error) });

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
