import MiniSearch from 'minisearch';
import { SLOT_TERMS } from './asked.ts';
import type { Area, Entry } from './entry.ts';
import { COMMON, knownWords, termOf, termsOf, wordsOf } from './words.ts';

export type Known = Entry & { area: Area };

export interface Found {
  entry: Known;
  /** 0 to 1: how much of the question the entry is about. */
  score: number;
}

interface Phrase {
  id: number;
  entry: Known;
  text: string;
  /** A sentence of the answer counts less than a way to ask. */
  rank: number;
  terms: readonly string[];
}

interface AskedTerm {
  /** As the phrases have it. */
  term: string;
  weight: number;
  /** 1 as it was typed, less where it was taken for another, 0 where no phrase has it. */
  trust: number;
}

/** A term that names a plan or a size says less about what is asked than any other, and so do words of every talk. */
const SLOT_WEIGHT = 0.35;
const COMMON_WEIGHT = 0.2;
/** What was typed with a slip, or only begun, counts a little less. */
const INEXACT = 0.8;
/** A sentence of the answer, and a term of it alone. */
const OF_ANSWER = 0.9;
const IN_ANSWER = 0.6;
/** Shorter terms are not compared with slips: too many differ by a letter. */
const TYPO_FROM = 5;
const TWO_TYPOS_FROM = 9;
const BEGUN_FROM = 4;
/** Letters that a word may lack at its end. */
const MISSING_MAX = 3;

/** Finds what a question is about, by the ways in which it may be asked. Slips of the finger are forgiven. */
export class Finder {
  private readonly phrases: readonly Phrase[];
  private readonly index = new MiniSearch<Phrase>({ fields: ['text'], tokenize: termsOf, processTerm: (term) => term });
  /** Words as they are written, to find what a word with a slip was meant to be. */
  private readonly spelling = new MiniSearch<{ id: string }>({ fields: ['id'], tokenize: asItIs });
  private readonly byTitle: ReadonlyMap<string, Known>;
  /** By term; how much an entry is about it. */
  private readonly vocabulary = new Map<Known, Map<string, number>>();
  private readonly weights = new Map<string, number>();
  private readonly rarest: number;

  constructor(entries: readonly Known[]) {
    this.byTitle = new Map(entries.map((entry) => [entry.title.toLowerCase(), entry]));
    this.phrases = entries
      .flatMap(phrasesOf)
      .map((phrase, id) => ({ ...phrase, id, terms: [...new Set(termsOf(phrase.text))] }));
    this.index.addAll(this.phrases);
    for (const entry of entries) this.vocabulary.set(entry, new Map());
    for (const { entry, terms, rank } of this.phrases) {
      const about = this.vocabulary.get(entry);
      const share = rank === 1 ? 1 : IN_ANSWER;
      for (const term of terms) about?.set(term, Math.max(share, about.get(term) ?? 0));
    }
    const counts = new Map<string, number>();
    for (const terms of this.vocabulary.values()) {
      for (const [term, about] of terms) counts.set(term, (counts.get(term) ?? 0) + about);
    }
    for (const [term, count] of counts) this.weights.set(term, Math.log(1 + entries.length / count));
    this.rarest = Math.log(1 + entries.length);
    const written = new Set([...knownWords(), ...this.phrases.flatMap(({ text }) => wordsOf(text))]);
    this.spelling.addAll([...written].filter((word) => this.weights.has(termOf(word))).map((id) => ({ id })));
  }

  /** The entry whose button asks this question. */
  titled(message: string): Known | undefined {
    return this.byTitle.get(message.trim().toLowerCase());
  }

  /** The best first. */
  find(message: string): Found[] {
    const best = new Map<Known, number>();
    const asked = [...new Set(wordsOf(message))].map((word) => this.askedTerm(word));
    const total = asked.reduce((sum, { weight }) => sum + weight, 0);
    const known = asked.filter(({ trust }) => trust > 0);
    for (const { id } of this.index.search(known.map(({ term }) => term).join(' '), {
      tokenize: asItIs,
      prefix: false,
      fuzzy: false,
    })) {
      const phrase = this.phrases[Number(id)];
      if (!phrase) continue;
      const about = this.vocabulary.get(phrase.entry);
      const covered = sumOf(known, ({ term }) => (phrase.terms.includes(term) ? 1 : 0)) / total;
      const everywhere = sumOf(known, ({ term }) => about?.get(term) ?? 0) / total;
      const said = this.shareSaid(phrase, known);
      const score = phrase.rank * (0.4 * covered + 0.2 * said + 0.4 * everywhere);
      if (score > (best.get(phrase.entry) ?? 0)) best.set(phrase.entry, score);
    }
    return [...best].map(([entry, score]) => ({ entry, score })).toSorted((one, other) => other.score - one.score);
  }

  /** How much of a phrase a question says. */
  private shareSaid({ terms }: Phrase, known: readonly AskedTerm[]): number {
    const weigh = (some: readonly string[]) => some.reduce((sum, term) => sum + this.weightOf(term), 0);
    return weigh(terms.filter((term) => known.some((one) => one.term === term))) / weigh(terms);
  }

  /** What a word means: one that no phrase has may be one of theirs with a slip, or its beginning. */
  private askedTerm(word: string): AskedTerm {
    const term = termOf(word);
    if (this.weights.has(term)) return { term, weight: this.weightOf(term), trust: 1 };
    const meant = word.length < BEGUN_FROM || COMMON.has(term) ? undefined : this.spelled(word);
    if (meant === undefined) return { term, weight: this.weightOf(term), trust: 0 };
    return { term: meant, weight: this.weightOf(meant), trust: INEXACT };
  }

  private spelled(word: string): string | undefined {
    const swapped = this.unswapped(word);
    if (swapped !== undefined) return swapped;
    const fuzzy = word.length < TYPO_FROM ? false : word.length < TWO_TYPOS_FROM ? 1 : 2;
    const [found] = this.spelling
      .search(word, { prefix: true, fuzzy })
      .filter(({ id }) => String(id).length - word.length <= MISSING_MAX);
    return found && termOf(String(found.id));
  }

  /** Two letters in the wrong order count as two slips, which short words do not forgive. */
  private unswapped(word: string): string | undefined {
    return Array.from({ length: word.length - 1 }, (_, at) =>
      termOf(word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)),
    ).find((term) => this.weights.has(term));
  }

  /** Rare terms say more; one that nothing is known of says as much as the rarest. */
  private weightOf(term: string): number {
    const weight = this.weights.get(term) ?? this.rarest;
    if (SLOT_TERMS.has(term) && term !== 'free') return SLOT_WEIGHT * weight;
    return COMMON.has(term) || /^\p{N}+$/u.test(term) ? COMMON_WEIGHT * weight : weight;
  }
}

/** Of terms, which are no words any more. */
const asItIs = (terms: string): string[] => terms.split(' ');

/** The ways to ask, and the sentences of the answer. */
function phrasesOf(entry: Known): Pick<Phrase, 'entry' | 'text' | 'rank'>[] {
  const answer = entry.needs ? '' : (entry.answer({}, { now: new Date(0) }) ?? '');
  const sentences = answer.split(/[.;:\n]+\s/).filter((sentence) => sentence.trim() !== '');
  return [
    ...[entry.title, ...entry.phrases].map((text) => ({ entry, text, rank: 1 })),
    ...sentences.map((text) => ({ entry, text, rank: OF_ANSWER })),
  ];
}

const sumOf = (terms: readonly AskedTerm[], share: (term: AskedTerm) => number): number =>
  terms.reduce((sum, one) => sum + one.weight * one.trust * share(one), 0);
