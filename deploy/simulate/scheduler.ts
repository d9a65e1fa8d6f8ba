import type { Chance } from './chance.ts';
import type { Life } from './life.ts';
import type { StepKind } from './stage.ts';

/** Taken before anything replaces it. */
const { setImmediate: whenAllHasSettled } = globalThis;

interface Runnable {
  life: Life;
  go: () => void;
}

/**
 * Owns every interleaving: whatever goes on anywhere waits here for its turn, and chance picks whose it is. One goes on
 * at a time, until it waits again: for a turn, or for somebody who does.
 */
export class Scheduler {
  steps = 0;
  /** Whose turn it is. */
  current: Life;
  private ready: Runnable[] = [];

  constructor(
    /** Of what belongs to no process: members, operators, banks. */
    readonly world: Life,
    private readonly tell: (line: string) => void,
    public chance: Chance,
  ) {
    this.current = world;
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.ready.length;
  }

  step(kind: StepKind, what: string): void {
    this.steps += 1;
    this.tell(`${this.steps} ${kind} ${what}`);
  }

  /** Resolves when it is this one's turn; never again once its life is over. */
  turn(life: Life): Promise<void> {
    return new Promise((resolve) => this.ready.push({ life, go: resolve }));
  }

  /** Runs it when its turn comes. */
  enqueue(life: Life, go: () => void): void {
    this.ready.push({ life, go });
  }

  /** One turn of whoever chance picks. False where nobody waits for one. */
  async advance(): Promise<boolean> {
    if (this.ready.length === 0) await settled();
    for (let next = this.take(); next; next = this.take()) {
      if (next.life.isOver) continue;
      this.current = next.life;
      next.go();
      await settled();
      this.current = this.world;
      return true;
    }
    return false;
  }

  private take(): Runnable | undefined {
    const { ready } = this;
    if (ready.length < 2) return ready.pop();
    const index = this.chance.int(0, ready.length - 1);
    const picked = ready[index];
    const last = ready.pop();
    // What lies last takes the place of what was picked: the order means nothing.
    if (last && index < ready.length) ready[index] = last;
    return picked;
  }
}

/** Resolves when nobody goes on any more who needs no turn for it. */
const settled = (): Promise<void> => new Promise((resolve) => whenAllHasSettled(resolve));
