import MiniSearch from 'minisearch';
import { ofAnyProduct, SLOT_TERMS } from './asked.ts';
import type { Area, Entry } from './entry.ts';
import { knownWords } from './synonyms.ts';
import { COMMON, termOf, withoutGreeting, wordsOf, wordsOfEach } from './words.ts';

export type Known = Entry & { area: Area };

export interface Found {
  entry: Known;
  /** 0 to 1: how much of the question the entry is about. */
  score: number;
}

interface Phrase {
  terms: readonly string[];
  /** A sentence of the answer counts less than a way to ask. */
  rank: number;
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
/** What is known of any product is less than what is known of this one. */
const OF_ANY = 0.9;
/** A sentence of the answer, and a term of it alone. */
const OF_ANSWER = 0.9;
const IN_ANSWER = 0.6;
/** Shorter terms are not compared with slips: too many differ by a letter. */
const TYPO_FROM = 5;
const TWO_TYPOS_FROM = 9;
const BEGUN_FROM = 4;
/** A question that also names something unknown is about one thing alone only where that is most of it. */
const BESIDE_UNKNOWN = 0.75;
/** Nothing but words of every talk is in common, and not the whole question. */
const BY_COMMON_WORDS = 0.5;
/** Of a question: so much of it. */
const MOST = 0.6;
const OF_ONE_TERM = 0.5;
/** Searches after which the next ones are fast. */
const WARM_UP = 5;
/** Longer ones are no words, and would take long. */
const WORD_MAX = 30;
/** Letters that a word may lack at its end. */
const MISSING_MAX = 3;

/** What is searched: prepared once, as it takes longer than an answer may. */
interface Index {
  phrasesOf: ReadonlyMap<Known, readonly Phrase[]>;
  /** By term; how much an entry is about it. */
  vocabulary: ReadonlyMap<Known, ReadonlyMap<string, number>>;
  weights: ReadonlyMap<string, number>;
  /** Entries by the terms of all their phrases. */
  search: MiniSearch<{ id: number; text: string }>;
  /** Words as they are written, to find what a word with a slip was meant to be. */
  spelling: MiniSearch<{ id: string }>;
}

/** Finds what a question is about, by the ways in which it may be asked. Slips of the finger are forgiven. */
export class Finder {
  private readonly entries: readonly Known[];
  private readonly byTitle: ReadonlyMap<string, Known>;
  private readonly rarest: number;
  private prepared: Index | undefined;

  constructor(entries: readonly Known[]) {
    this.entries = entries;
    this.byTitle = new Map(entries.map((entry) => [entry.title.toLowerCase(), entry]));
    this.rarest = Math.log(1 + entries.length);
  }

  /** Takes what time the first question would wait for otherwise. */
  prepare(): void {
    // Searches as well: a browser is slow where it runs a line for the first time.
    for (const { title } of this.entries.slice(0, WARM_UP)) this.find(title);
  }

  private get index(): Index {
    return (this.prepared ??= indexOf(this.entries));
  }

  /** The entry whose button asks this question. */
  titled(message: string): Known | undefined {
    return this.byTitle.get(message.trim().toLowerCase());
  }

  /** Whether an entry says anything about a term. */
  isAbout(entry: Known, term: string): boolean {
    return this.index.vocabulary.get(entry)?.has(term) ?? false;
  }

  /** The best first. */
  find(message: string): Found[] {
    const best = this.scores(message);
    const general = ofAnyProduct(message);
    if (general !== undefined) {
      for (const [entry, score] of this.scores(general))
        best.set(entry, Math.max(score * OF_ANY, best.get(entry) ?? 0));
    }
    return [...best].map(([entry, score]) => ({ entry, score })).toSorted((one, other) => other.score - one.score);
  }

  private scores(message: string): Map<Known, number> {
    const asked = [...new Set(wordsOf(withoutGreeting(message)))].map((word) => this.askedTerm(word));
    const terms = asked.flatMap(({ term, trust }) => (trust > 0 ? [term] : [])).join(' ');
    const found = this.index.search.search(terms, { prefix: false, fuzzy: false });
    return new Map(
      found.flatMap(({ id }) => {
        const entry = this.entries[Number(id)];
        return entry ? [[entry, this.scoreOf(entry, asked)] as const] : [];
      }),
    );
  }

  /** Of the phrase that fits best. */
  private scoreOf(entry: Known, asked: readonly AskedTerm[]): number {
    const about = this.index.vocabulary.get(entry);
    const total = asked.reduce((sum, { weight }) => sum + weight, 0);
    const everywhere = sumOf(asked, ({ term }) => about?.get(term) ?? 0) / total;
    const scores = (this.index.phrasesOf.get(entry) ?? []).map((phrase) => {
      const has = ({ term }: AskedTerm): boolean => phrase.terms.includes(term);
      const covered = sumOf(asked, (one) => (has(one) ? 1 : 0)) / total;
      if (covered === 0) return 0;
      const isMost = covered >= MOST;
      // A phrase of one term is said whole by any question that has the term.
      const said = this.shareSaid(phrase, asked) * (phrase.terms.length === 1 && !isMost ? OF_ONE_TERM : 1);
      const subjects = asked.filter((one) => one.trust > 0 && !isSlight(one.term) && has(one)).length;
      const hasUnknown = asked.some((one) => !isSlight(one.term) && (one.trust === 0 || (one.trust < 1 && !has(one))));
      return (
        phrase.rank *
        doubtOf(subjects, hasUnknown, said === 1 && isMost) *
        (0.4 * covered + 0.3 * said + 0.3 * everywhere)
      );
    });
    return Math.max(0, ...scores);
  }

  /** How much of a phrase a question says. */
  private shareSaid({ terms }: Phrase, asked: readonly AskedTerm[]): number {
    const weigh = (some: readonly string[]) => some.reduce((sum, term) => sum + this.weightOf(term), 0);
    return weigh(terms.filter((term) => asked.some((one) => one.trust > 0 && one.term === term))) / weigh(terms);
  }

  /** What a word means: one that no phrase has may be one of theirs with a slip, or its beginning. */
  private askedTerm(word: string): AskedTerm {
    const term = termOf(word);
    if (this.index.weights.has(term)) return { term, weight: this.weightOf(term), trust: 1 };
    const isWord = word.length >= BEGUN_FROM && word.length <= WORD_MAX && !COMMON.has(word) && !COMMON.has(term);
    const meant = isWord ? this.spelled(word) : undefined;
    if (meant === undefined) return { term, weight: this.weightOf(term), trust: 0 };
    return { term: meant, weight: this.weightOf(meant), trust: INEXACT };
  }

  private spelled(word: string): string | undefined {
    const swapped = this.unswapped(word);
    if (swapped !== undefined) return swapped;
    const fuzzy = word.length < TYPO_FROM ? false : word.length < TWO_TYPOS_FROM ? 1 : 2;
    const [found] = this.index.spelling
      .search(word, { prefix: true, fuzzy })
      // Slips seldom change the first letter; words that differ by it are others.
      .filter(({ id }) => String(id).startsWith(word.charAt(0)) && String(id).length - word.length <= MISSING_MAX);
    if (!found) return undefined;
    const term = termOf(String(found.id));
    // Two slips away from a word of every talk is another word.
    return COMMON.has(term) && Math.abs(String(found.id).length - word.length) > 1 ? undefined : term;
  }

  /** Two letters in the wrong order count as two slips, which short words do not forgive. */
  private unswapped(word: string): string | undefined {
    return Array.from({ length: word.length - 1 }, (_, at) =>
      termOf(word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)),
    ).find((term) => this.index.weights.has(term));
  }

  /** Rare terms say more; one that nothing is known of says as much as the rarest. */
  private weightOf(term: string): number {
    const weight = this.index.weights.get(term) ?? this.rarest;
    if (SLOT_TERMS.has(term) && term !== 'free') return SLOT_WEIGHT * weight;
    return COMMON.has(term) || /^\p{N}+$/u.test(term) ? COMMON_WEIGHT * weight : weight;
  }
}

/** Whether a term says nothing of what is asked about: a word of every talk, a number, or a period. */
const isSlight = (term: string): boolean =>
  COMMON.has(term) || term === 'month' || term === 'year' || /^\p{N}+$/u.test(term);

function doubtOf(subjects: number, hasUnknown: boolean, isWhole: boolean): number {
  if (subjects === 0) return isWhole ? 1 : BY_COMMON_WORDS;
  return subjects === 1 && hasUnknown ? BESIDE_UNKNOWN : 1;
}

/** Of terms, which are no words any more. */
const asItIs = (terms: string): string[] => terms.split(' ');

function indexOf(entries: readonly Known[]): Index {
  const texts = entries.flatMap((entry) => textsOf(entry).map((text) => ({ ...text, entry })));
  const words = wordsOfEach(texts.map(({ text }) => text));
  const phrasesOf = new Map<Known, Phrase[]>(entries.map((entry) => [entry, []]));
  const vocabulary = new Map<Known, Map<string, number>>(entries.map((entry) => [entry, new Map()]));
  for (const [at, { entry, rank }] of texts.entries()) {
    const terms = [...new Set(words[at]?.map(termOf))];
    phrasesOf.get(entry)?.push({ terms, rank });
    const about = vocabulary.get(entry);
    for (const term of terms) about?.set(term, Math.max(rank === 1 ? 1 : IN_ANSWER, about.get(term) ?? 0));
  }
  const counts = new Map<string, number>();
  for (const about of vocabulary.values()) {
    for (const [term, share] of about) counts.set(term, (counts.get(term) ?? 0) + share);
  }
  const weights = new Map([...counts].map(([term, count]) => [term, Math.log(1 + entries.length / count)]));
  const search = new MiniSearch<{ id: number; text: string }>({
    fields: ['text'],
    tokenize: asItIs,
    processTerm: same,
  });
  search.addAll(entries.map((entry, id) => ({ id, text: [...(vocabulary.get(entry)?.keys() ?? [])].join(' ') })));
  const spelling = new MiniSearch<{ id: string }>({ fields: ['id'], tokenize: asItIs });
  const written = new Set([...knownWords(), ...words.flat()]);
  spelling.addAll([...written].filter((word) => weights.has(termOf(word))).map((id) => ({ id })));
  return { phrasesOf, vocabulary, weights, search, spelling };
}

const same = (term: string): string => term;

/** The ways to ask, and the sentences of the answer. */
function textsOf(entry: Known): { text: string; rank: number }[] {
  const answer = entry.needs ? '' : (entry.answer({}, { now: new Date(0) }) ?? '');
  const sentences = answer.split(/[.;:\n]+\s/).filter((sentence) => sentence.trim() !== '');
  return [
    ...[entry.title, ...entry.phrases].map((text) => ({ text, rank: 1 })),
    ...sentences.map((text) => ({ text, rank: OF_ANSWER })),
  ];
}

const sumOf = (terms: readonly AskedTerm[], share: (term: AskedTerm) => number): number =>
  terms.reduce((sum, one) => sum + one.weight * one.trust * share(one), 0);
