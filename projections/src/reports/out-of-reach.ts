import { runInNewContext } from 'node:vm';

/** What a report has tried to use, and may not. */
export class OutOfReach extends Error {}

/** Of the language, and yet not the same everywhere, or heard beside the answer. */
const notPure = new Set(['Intl', 'console']);
/** Libraries ask whether it is there, and go on without it. */
const askedFor = new Set(['navigator']);

/**
 * Takes away all that is not the language's own: what fetches, waits, counts time or throws dice. `tried` hears of each
 * attempt, as code may catch what it is thrown.
 */
export function withdrawGlobals(tried: (what: string) => void): void {
  const refuse = (what: string) => (): never => {
    tried(what);
    throw new OutOfReach(what);
  };
  const language = new Set(runInNewContext('Object.getOwnPropertyNames(globalThis)') as string[]);
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const isLibrarys = name.startsWith('__zod');
    if (isLibrarys || (language.has(name) && !notPure.has(name))) continue;
    // Node would load some of them in order to define them anew.
    Reflect.deleteProperty(globalThis, name);
    if (!askedFor.has(name)) Object.defineProperty(globalThis, name, { get: refuse(name), configurable: false });
  }
  Object.defineProperty(Math, 'random', { value: refuse('Math.random') });
  const now = refuse('the clock');
  Date.now = now;
  const dated = new Proxy(Date, {
    apply: now,
    construct: (target, given: unknown[], made) =>
      given.length === 0 ? now() : (Reflect.construct(target, given, made) as object),
  });
  Date.prototype.constructor = dated;
  globalThis.Date = dated;
}
