import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { install, type Clock } from '@sinonjs/fake-timers';
import type { Chance } from './chance.ts';
import type { Scheduler } from './scheduler.ts';

type Undo = () => void;

/** Sets a property of anything, until it is undone. */
function put(on: object, name: string, value: unknown): Undo {
  const before = Object.getOwnPropertyDescriptor(on, name);
  Object.defineProperty(on, name, { configurable: true, writable: true, enumerable: true, value });
  return () => {
    if (before) Object.defineProperty(on, name, before);
    else Reflect.deleteProperty(on, name);
  };
}

/**
 * Replaces the clock and chance of the whole process: time passes when the scheduler says so, and a timer that has come
 * waits for its turn like everything else, in the name of whoever set it. `restore` undoes it.
 */
export function replaceClockAndChance(
  scheduler: Scheduler,
  chance: Chance,
  now: Date,
): { clock: Clock; restore: () => void } {
  const clock = install({
    now,
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    ignoreMissingTimers: true,
  });
  const undone = [...ownTimers(scheduler), ...seededChance(chance)];
  syncBuiltinESMExports();
  return {
    clock,
    restore: () => {
      for (const undo of undone.toReversed()) undo();
      clock.uninstall();
      syncBuiltinESMExports();
    },
  };
}

function ownTimers(scheduler: Scheduler): Undo[] {
  const faked = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
  /** Come, and waiting for their turn: they can still be cleared. */
  const come = new Set<unknown>();

  const setTimeout = (work: (...args: unknown[]) => void, ms?: number, ...args: unknown[]): NodeJS.Timeout => {
    const life = scheduler.current;
    const timer = faked.setTimeout(() => {
      come.add(timer);
      scheduler.enqueue(life, () => {
        if (!come.delete(timer)) return;
        scheduler.step('timer', life.name);
        work(...args);
      });
    }, ms);
    return timer;
  };
  const clearTimeout = (timer: NodeJS.Timeout | undefined): void => {
    come.delete(timer);
    faked.clearTimeout(timer);
  };
  const setImmediate = (work: (...args: unknown[]) => void, ...args: unknown[]): void =>
    scheduler.enqueue(scheduler.current, () => work(...args));

  const wait = <T>(ms?: number, value?: T, { signal }: { signal?: AbortSignal } = {}): Promise<T | undefined> => {
    const { promise, resolve, reject } = Promise.withResolvers<T | undefined>();
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve(value);
    }, ms);
    const stop = (): void => {
      clearTimeout(timer);
      reject(new DOMException('The wait was ended', 'AbortError'));
    };
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
    return promise;
  };

  return [
    put(globalThis, 'setTimeout', setTimeout),
    put(globalThis, 'clearTimeout', clearTimeout),
    put(globalThis, 'setImmediate', setImmediate),
    put(timersPromises, 'setTimeout', wait),
    put(timersPromises, 'setImmediate', (value?: unknown) => new Promise((resolve) => setImmediate(resolve, value))),
  ];
}

const seededChance = (chance: Chance): Undo[] => [
  put(Math, 'random', () => chance.int(0, 0x7fff_fffe) / 0x7fff_ffff),
  put(crypto, 'randomUUID', () => chance.uuid()),
  put(crypto, 'randomBytes', (length: number) => chance.bytes(length)),
  put(crypto, 'randomInt', (from: number, to?: number) =>
    to === undefined ? chance.int(0, from - 1) : chance.int(from, to - 1),
  ),
  put(globalThis.crypto, 'randomUUID', () => chance.uuid()),
  put(globalThis.crypto, 'getRandomValues', (into: Uint8Array) => {
    into.set(chance.bytes(into.length));
    return into;
  }),
];
