/** The words of a prompt, plurals folded, with what its author does not want taken out. */
export class Words {
  readonly #said: readonly string[];
  readonly #unwanted: ReadonlySet<string>;

  constructor(prompt: string, negativePrompt = '') {
    this.#said = split(prompt);
    this.#unwanted = new Set(split(negativePrompt));
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

const split = (text: string): readonly string[] => (text.toLowerCase().match(/\p{L}+/gu) ?? []).map(fold);

/** Takes a plural's ending off, crudely but alike on both sides of every comparison. */
function fold(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1);
  return word;
}
