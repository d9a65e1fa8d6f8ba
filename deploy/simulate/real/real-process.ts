import type { AsyncLocalStorage } from 'node:async_hooks';
import type { Commands } from '../commands.ts';
import type { Follower } from '../following.ts';
import type { Life } from '../life.ts';
import type { Product } from '../product.ts';
import type { Running } from '../stage.ts';

interface Parts {
  life: Life;
  /** Tells in whose life something goes on. */
  lives: AsyncLocalStorage<Life>;
  product: Product;
  /** Begins what follows the log in it; `perform` what it has come to. */
  follow: (perform: Pick<Commands, 'execute'>, signal: AbortSignal) => ReadonlyMap<string, Follower>;
  /** Told of each timer that is performed. */
  performs: (what: string) => void;
  disconnect: () => void;
}

/** A process of the product, beside others in this one: it has stores, connections and memory of its own. */
export class RealProcess implements Running {
  readonly life: Life;
  readonly followers: ReadonlyMap<string, Follower>;
  /** What it was asked for or has begun by itself, and has not ended. */
  busy = 0;
  private readonly stop = new AbortController();

  constructor(private readonly parts: Parts) {
    const { life, lives, product, follow, performs } = parts;
    this.life = life;
    const perform: Pick<Commands, 'execute'> = {
      execute: (command) => {
        performs(command.constructor.name);
        return this.counted(() => product.commands.execute(command));
      },
    };
    this.followers = lives.run(life, () => follow(perform, this.stop.signal));
  }

  ask<T>(work: (product: Product) => Promise<T>): Promise<T> {
    const { life, lives, product } = this.parts;
    const answer = lives.run(life, () => this.counted(() => work(product)));
    return Promise.race([answer, life.lost]);
  }

  kill(): void {
    this.life.kill();
    this.parts.disconnect();
    this.stop.abort();
  }

  private async counted<T>(work: () => Promise<T>): Promise<T> {
    this.busy += 1;
    try {
      return await work();
    } finally {
      this.busy -= 1;
    }
  }
}
