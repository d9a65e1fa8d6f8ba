import type { ComposerName } from './leanings.ts';
import { repertoire } from './repertoire.ts';
import { spelled } from './things.ts';

interface Subject {
  /** What one of its words weighs. */
  readonly weight: number;
  readonly words: readonly string[];
}

const subjectsOf = (name: ComposerName): Subject[] =>
  repertoire[name].map(({ weight, things }) => ({
    weight,
    words: Object.values(things)
      .map(spelled)
      .flatMap(({ own, like }) => [...own, ...like]),
  }));

/** The words that ask for each composer, by what they weigh. */
export const subjects = Object.fromEntries(
  (Object.keys(repertoire) as ComposerName[]).map((name) => [name, subjectsOf(name)]),
) as unknown as Readonly<Record<ComposerName, readonly Subject[]>>;
