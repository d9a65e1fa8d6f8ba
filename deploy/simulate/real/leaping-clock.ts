import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';

/** Taken before anything replaces it. */
const { setTimeout: ring, clearTimeout: unring, Date: WallDate } = globalThis;
const { setTimeout: wallPause } = timersPromises;

/** By the clock on the wall. */
export const wallWait = async (ms: number): Promise<void> => {
  await wallPause(ms);
};

interface Pause<Owner> {
  owner: Owner;
  dueMs: number;
  bell: NodeJS.Timeout;
  over: () => void;
}

/**
 * The time of a world with real servers: it goes on as on the wall, and leaps when it is told to. It stands in for
 * `Date` and for the waiting of `node:timers/promises`, by which the product waits; what libraries wait for by
 * `setTimeout` is on the wires, and goes by the wall.
 */
export class LeapingClock<Owner> {
  private aheadMs: number;
  private readonly pauses = new Set<Pause<Owner>>();
  private restores: (() => void)[] = [];

  constructor(
    beginsMs: number,
    /** Whose wait one that begins now is. */
    private readonly owner: () => Owner,
  ) {
    this.aheadMs = beginsMs - performance.now();
  }

  /** Milliseconds since 1970. */
  now(): number {
    return Math.floor(this.aheadMs + performance.now());
  }

  /**
   * Ends the waits that are over by then. A wait whose owner `sleeps` ends with a later leap in which that is not so.
   */
  leap(ms: number, sleeps: (owner: Owner) => boolean = () => false): void {
    this.aheadMs += ms;
    const now = this.now();
    for (const pause of [...this.pauses].sort((one, other) => one.dueMs - other.dueMs)) {
      unring(pause.bell);
      if (pause.dueMs > now) pause.bell = ring(pause.over, pause.dueMs - now);
      else if (!sleeps(pause.owner)) pause.over();
    }
  }

  /** When the first of those waits ends; undefined where there is none. */
  nextMs(of: (owner: Owner) => boolean): number | undefined {
    const due = [...this.pauses].flatMap(({ owner, dueMs }) => (of(owner) ? dueMs : []));
    return due.length === 0 ? undefined : Math.min(...due);
  }

  /** From now on everybody goes by it. */
  install(): void {
    const wait = timersPromises.setTimeout;
    globalThis.Date = this.dates();
    Object.assign(timersPromises, { setTimeout: this.wait.bind(this) });
    syncBuiltinESMExports();
    this.restores = [
      () => (globalThis.Date = WallDate),
      () => Object.assign(timersPromises, { setTimeout: wait }),
      syncBuiltinESMExports,
    ];
  }

  /** The time is that of the wall again; who still waits waits for ever. */
  restore(): void {
    for (const restore of this.restores.splice(0)) restore();
    for (const { bell } of this.pauses) unring(bell);
    this.pauses.clear();
  }

  private dates(): DateConstructor {
    const now = (): number => this.now();
    return new Proxy(WallDate, {
      construct: (target, args, newTarget) =>
        Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
      get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
    });
  }

  private wait<T>(
    ms = 1,
    value?: T,
    { signal, ref = true }: { signal?: AbortSignal; ref?: boolean } = {},
  ): Promise<T | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<T | undefined>();
    const stop = (): void => {
      leave();
      reject(new DOMException('The wait was ended', 'AbortError'));
    };
    const over = (): void => {
      leave();
      resolve(value);
    };
    const pause: Pause<Owner> = { owner: this.owner(), dueMs: this.now() + ms, bell: ring(over, ms), over };
    const leave = (): void => {
      unring(pause.bell);
      this.pauses.delete(pause);
      signal?.removeEventListener('abort', stop);
    };
    if (!ref) pause.bell.unref();
    this.pauses.add(pause);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
    return promise;
  }
}
