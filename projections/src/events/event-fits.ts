import type { Recorded } from '@easel/contracts/kernel/event';
import { type Searched, searchedWords } from './blocks.ts';
import { gatherWords, rowOf } from './event-row.ts';
import { Words } from './words.ts';

/** What events are narrowed to; what is absent does not count. Instants are ISO 8601, and `to` is not included. */
export interface Narrowed {
  type?: readonly string[] | undefined;
  category?: readonly string[] | undefined;
  kind?: readonly string[] | undefined;
  stream?: string | undefined;
  member?: string | undefined;
  actor?: string | undefined;
  correlation?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  q?: string | undefined;
}

/** Tells of an event as it is stored whether it is wanted, as the index would. */
export function fitsTo(wanted: Narrowed): (stored: Recorded) => boolean {
  const { type, category, kind, stream, member, actor, correlation, q } = wanted;
  const words = new Words();
  const searched = q === undefined ? [] : searchedWords(q);
  const [fromMs, toMs] = [Date.parse(wanted.from ?? ''), Date.parse(wanted.to ?? '')];
  return (stored) => {
    const row = rowOf(stored);
    if (type && !type.includes(row.type)) return false;
    if (category && !category.includes(row.category)) return false;
    if (kind && (row.actor_kind === null || !kind.includes(row.actor_kind))) return false;
    if (stream !== undefined && stream !== row.stream) return false;
    if (member !== undefined && member.toLowerCase() !== row.member_id) return false;
    if (actor !== undefined && actor !== row.actor_id) return false;
    if (correlation !== undefined && correlation !== row.correlation_id) return false;
    if (row.at_ms < fromMs || row.at_ms >= toMs) return false;
    if (searched.length === 0) return true;
    gatherWords(words, row, stored);
    return searched.every((word) => has(words, word));
  };
}

function has(words: Words, { key: { a, b }, part }: Searched): boolean {
  const { halves, isLetters, count } = words;
  for (let word = 0; word < count; word++) {
    if (halves[2 * word] === a && halves[2 * word + 1] === b) return true;
    if (part !== undefined && isLetters[word] === 1 && words.text(word).includes(part)) return true;
  }
  return false;
}
