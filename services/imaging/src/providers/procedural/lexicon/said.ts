import { kinds, type Kind } from '@easel/contracts/generation/lexicon/kinds';
import { traits, type Trait } from '@easel/contracts/generation/lexicon/traits';
import { ways, type Ways } from '@easel/contracts/generation/lexicon/ways';
import { thingOf, type ThingName } from '@easel/contracts/generation/lexicon/things';
import type { Words } from '@easel/contracts/generation/lexicon/words';

/** How many words before a thing its colour may stand. */
const BEFORE = 3;

type NameOf<K extends Kind> = keyof (typeof kinds)[K] & string;
type WayOf<S extends keyof Ways> = keyof Ways[S] & string;

const wordsOf = (list: string): readonly string[] => list.split(' ');
const entriesOf = <T extends object>(table: T): [keyof T & string, string][] =>
  Object.entries(table) as [keyof T & string, string][];

/** What a prompt asks for, by the names that the lexicon gives to words: composers know these alone. */
export class Said {
  readonly raw: Words;

  constructor(raw: Words) {
    this.raw = raw;
  }

  says(trait: Trait): boolean {
    return this.raw.says(...wordsOf(traits[trait]));
  }

  /** The negative prompt names it. */
  refuses(trait: Trait): boolean {
    return this.raw.refuses(...wordsOf(traits[trait]));
  }

  /**
   * Those of a kind that are said, in the lexicon's order: their first place, and whether by their own name, not a
   * relative's.
   */
  named<K extends Kind>(kind: K): { readonly name: NameOf<K>; readonly place: number; readonly own: boolean }[] {
    return entriesOf(kinds[kind])
      .map(([name, list]) => {
        const words = wordsOf(list);
        return { name, place: this.raw.placeOf(...words), own: this.raw.says(...words.slice(0, 1)) };
      })
      .filter(({ place }) => place >= 0);
  }

  /** The one of a kind that is said first. */
  first<K extends Kind>(kind: K): NameOf<K> | undefined {
    return this.named(kind).sort((a, b) => a.place - b.place)[0]?.name;
  }

  /** The single thing that a picture is of, and the colour that is said right before it. */
  thing(): { readonly name: ThingName; readonly paint: NameOf<'paint'> | undefined } | undefined {
    const thing = thingOf(this.raw);
    if (thing === undefined) return undefined;
    return { name: thing.name, paint: this.paintAt(thing.place) };
  }

  /** The colour that is said right before a place. */
  paintAt(of: number): NameOf<'paint'> | undefined {
    const near = this.named('paint').filter(({ place }) => place < of && of - place <= BEFORE);
    return near.sort((a, b) => b.place - a.place)[0]?.name;
  }

  /** The words by which the lexicon knows it; chance that is to stay with a thing is forked by them. */
  spelled<K extends Kind>(kind: K, name: NameOf<K>): string {
    return String(kinds[kind][name]);
  }

  /** The ways that are said most often: every one where none is. Only what is `able` is looked at. */
  ways<S extends keyof Ways>(subject: S, able: (way: WayOf<S>) => boolean = () => true): WayOf<S>[] {
    const counts = entriesOf(ways[subject])
      .filter(([way]) => able(way))
      .map(([way, list]) => ({ way, count: this.raw.count(...wordsOf(list)) }));
    const most = Math.max(...counts.map(({ count }) => count));
    return counts.filter(({ count }) => count === most).map(({ way }) => way);
  }
}
