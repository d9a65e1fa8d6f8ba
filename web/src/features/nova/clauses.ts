import { COMMON, readableText, termsOf } from './words.ts';

const QUESTION_WORDS =
  'how|what|whats|which|when|where|why|who|whose|can|could|may|do|does|did|is|are|am|will|would|should|must|cost|price';
const ASKS = new RegExp(`^(?:(?:and|so|also|but|please) )*(?:${QUESTION_WORDS})\\b`);
const STOPS = new RegExp(`[.?!;]+\\s+|,\\s+(?=(?:${QUESTION_WORDS})\\b)`, 'i');
const AND = new RegExp(`,?\\s+(?:plus\\s+|(?:and|but|or)\\s+(?:also\\s+)?(?=(?:${QUESTION_WORDS})\\b))`, 'i');

const asks = (clause: string): boolean => ASKS.test(readableText(clause).trim());

const split = (text: string, between: RegExp): readonly string[] =>
  text
    .split(between)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');

/** Where a message asks several things: each of them. What tells what happened is not asked. */
export function questionsOf(message: string): readonly string[] {
  const sentences = split(message, STOPS);
  return sentences.length > 1 && sentences.every(asks) ? sentences : split(message, AND);
}

/** The parts of a message that may be understood by themselves, those that ask first. */
export function clausesOf(message: string): readonly string[] {
  const clauses = split(message, STOPS).flatMap((sentence) => split(sentence, AND));
  return [...clauses.filter(asks), ...clauses.filter((clause) => !asks(clause))];
}

/** What can be asked about anything that was talked about. */
const ASPECTS: ReadonlySet<string> = new Set(
  termsOf('price minimum maximum largest long deadline time expire free cheap country limit start'),
);
const BACK = / (?:it|its|that|this|they|them|those|these|there|then|one) /;

/**
 * Whether a message asks something about what was talked about, and does not name it: 'how much is that?', 'whats the
 * minimum'.
 */
export function refersBack(message: string): boolean {
  const terms = termsOf(message).filter((term) => !COMMON.has(term));
  return terms.every((term) => ASPECTS.has(term)) && (terms.length > 0 || BACK.test(readableText(message)));
}

/** What such a message asks about it. */
export const aspectsOf = (message: string): readonly string[] => termsOf(message).filter((term) => ASPECTS.has(term));
