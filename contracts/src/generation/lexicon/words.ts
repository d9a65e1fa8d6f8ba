/** Things whose names are several words: heard as one, so that a teddy bear is no bear. */
const compounds = `ice cream, hot air balloon, teddy bear, northern lights, crystal ball, snow globe, treasure chest,
  pocket watch, alarm clock, perfume bottle, eiffel tower, christmas tree, gift box, diamond ring,
  engagement ring, wedding ring, pirate ship, sports car, desk lamp, light bulb, paper crane, t rex,
  jack o lantern, camper van, flying saucer, steam train, lily pad, tree house, living room, rice terraces, van gogh,
  chess board, sea turtle, hot dog, sea lion, sea horse, guinea pig, prairie dog, mountain lion, flying fox,
  star fish, jelly fish, pine apple, gummy bear, rock star, pop star, movie star, house of cards, avocado toast,
  cherry blossom, giant ocean wave, great ocean wave, great wave, giant wave, huge wave, astronaut riding a horse,
  astronaut on a horse`
  .split(/,\s+/)
  .map((name) => name.split(' '));
const token = new RegExp(
  `(?<!\\p{L})(?:${compounds.map((parts) => parts.join("[\\s'-]+")).join('|')})s?(?!\\p{L})|\\p{L}+`,
  'gu',
);

/** A word where it stands in a prompt. */
export interface Spoken {
  readonly word: string;
  /** As it was written, in small letters. */
  readonly text: string;
  /** A punctuation mark stands before it, or another sign that no phrase goes across. */
  readonly isBehindMark: boolean;
  /** A hyphen ties it to the word before. */
  readonly isTied: boolean;
  /** Figures touch it: a part of a code, not a word. */
  readonly isCode: boolean;
  readonly isUnwanted: boolean;
}

/** Refuse what follows them. */
const refusals: ReadonlySet<string> = new Set(['without', 'no']);
/** End what is refused, as marks do. */
const ends: ReadonlySet<string> = new Set(
  'and but in on at by for with from to into onto under over near behind beside above below around'.split(' '),
);

/** The words of a prompt, plurals folded, with what its author does not want taken out. */
export class Words {
  readonly #said: readonly string[];
  readonly #spoken: readonly string[];
  readonly #marked: ReadonlySet<number>;
  readonly #tied: ReadonlySet<number>;
  readonly #coded: ReadonlySet<number>;
  readonly #unwanted: ReadonlySet<string>;

  constructor(prompt: string, negativePrompt = '') {
    this.#spoken = spokenIn(prompt);
    const between = prompt.toLowerCase().split(token);
    this.#marked = placesOf(between, /[^\s'’-]|\n|\s-+\s/u);
    this.#tied = placesOf(between, /^-$/u);
    this.#coded = new Set(
      this.#spoken.flatMap((_, place) => (isCode(between[place], between[place + 1]) ? [place] : [])),
    );
    this.#said = this.#spoken.map((word, place) =>
      // Two glasses of wine are nothing to see through.
      word === 'glasses' && this.#spoken[place + 1] === 'of' ? 'glass' : fold(word.replace(/[\s'-]+/gu, '')),
    );
    this.#unwanted = new Set([...split(negativePrompt), ...this.#refused()]);
  }

  /** Words that the prompt itself refuses ("a beach without people"), and says nowhere else. */
  #refused(): readonly string[] {
    let isRefused = false;
    const refused = new Set<number>();
    for (const [place, word] of this.#said.entries()) {
      if (refusals.has(word)) isRefused = true;
      else if (this.#marked.has(place) || ends.has(word)) isRefused = false;
      else if (isRefused) refused.add(place);
    }
    const wanted = new Set(this.#said.filter((_, place) => !refused.has(place)));
    return this.#said.filter((word, place) => refused.has(place) && !wanted.has(word));
  }

  /** All of them in their order. */
  get sentence(): readonly Spoken[] {
    return this.#said.map((word, place) => ({
      word,
      text: this.#spoken[place] ?? word,
      isBehindMark: this.#marked.has(place),
      isTied: this.#tied.has(place),
      isCode: this.#coded.has(place),
      isUnwanted: this.#unwanted.has(word),
    }));
  }

  /** Those that are said and not unwanted, in their order; folded. */
  get all(): readonly string[] {
    return this.#said.filter((word) => !this.#unwanted.has(word));
  }

  /** The word at a place, as it was written, in small letters. */
  placed(place: number): string | undefined {
    return this.#spoken[place];
  }

  /** A folded word as it was written first. */
  spoken(folded: string): string {
    return this.#spoken[this.#said.indexOf(folded)] ?? folded;
  }

  /** Those of these that are said, folded. */
  among(words: readonly string[]): readonly string[] {
    const asked = new Set(words.map(fold));
    return this.all.filter((word) => asked.has(word));
  }

  /** How many of these are said and not unwanted. */
  count(...words: readonly string[]): number {
    const asked = new Set(words.map(fold));
    return this.#said.filter((word) => asked.has(word) && !this.#unwanted.has(word)).length;
  }

  says(...words: readonly string[]): boolean {
    return this.count(...words) > 0;
  }

  /** The negative prompt names one of these. */
  refuses(...words: readonly string[]): boolean {
    return words.some((word) => this.#unwanted.has(fold(word)));
  }

  /** Where the first of these stands among the words, or -1: what is said first matters most. */
  placeOf(...words: readonly string[]): number {
    const asked = new Set(words.map(fold));
    return this.#said.findIndex((word) => asked.has(word) && !this.#unwanted.has(word));
  }
}

const spokenIn = (text: string): readonly string[] => text.toLowerCase().match(token) ?? [];

const isCode = (before = '', behind = ''): boolean => /\p{Nd}$/u.test(before) || /^\p{Nd}/u.test(behind);

/** The places of words before which such signs stand; what is before the first word is no matter. */
const placesOf = (between: readonly string[], signs: RegExp): ReadonlySet<number> =>
  new Set(between.flatMap((text, place) => (place > 0 && signs.test(text) ? [place] : [])));

const split = (text: string): readonly string[] => spokenIn(text).map((word) => fold(word.replace(/[\s'-]+/gu, '')));

/** Plurals that are words of their own. */
const irregular: Readonly<Record<string, string>> = {
  women: 'woman',
  men: 'man',
  children: 'child',
  mice: 'mouse',
  geese: 'goose',
  feet: 'foot',
  teeth: 'tooth',
};

/** Plurals that take more than an s. */
const longer: readonly (readonly [RegExp, string])[] = [
  [/(x|ch|sh|ss|zz)es$/, '$1'],
  [/(mat|tat|lcan|nad|mang|her|ech)oes$/, '$1o'],
  [/^(wol|el|cal|scar|dwar)ves$/, '$1f'],
  [/^(kni|wi|li)ves$/, '$1fe'],
];

/** Takes a plural's ending off, crudely but alike on both sides of every comparison. */
export function fold(word: string): string {
  // A pair of them is one thing, and a glass another.
  if (word === 'glasses') return word;
  if (Object.hasOwn(irregular, word)) return irregular[word] ?? word;
  for (const [ending, singular] of longer) if (ending.test(word)) return word.replace(ending, singular);
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1);
  return word;
}
