import { catalogue } from '@easel/contracts/catalogue';
import { cutText } from '@easel/contracts/kernel/cut-text';
import { categoryOf, ERASED, type FactCatalogue, type Recorded } from '@easel/contracts/kernel/event';
import { membersCategories } from '@easel/contracts/streams';
import { LRUCache } from 'lru-cache';
import { Words } from './words.ts';

/** An event of the log as the index keeps it; null where it did not say that in a form we know. */
export interface EventRow {
  position: bigint;
  event_id: string;
  type: string;
  category: string;
  stream: string;
  revision: number;
  at_ms: number;
  actor_kind: string | null;
  actor_id: string | null;
  actor_role: string | null;
  member_id: string | null;
  correlation_id: string | null;
  causation_id: string | null;
}

/** What the sealed fields of a fact begin with (services/kernel/src/identity/sealing.ts); they are no one's words. */
export const SEALED_PREFIX = 'sealed:';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Streams whose id is a member's. */
const MEMBERS_OWN = new Set(membersCategories);
/** Texts kept of what others may have written into our streams. */
const TEXT_MAX = 500;
const DEEPEST = 12;

const known: FactCatalogue = catalogue;
const nothingSealed: ReadonlySet<string> = new Set();
const sealedByType = new Map<string, ReadonlySet<string>>(
  Object.entries(known).map(([type, { sealed }]) => [type, new Set(sealed?.fields)]),
);

export function rowOf(stored: Recorded): EventRow {
  const metadata = objectOf(stored.metadata);
  const actor = objectOf(metadata['actor']);
  const category = categoryOf(stored.stream);
  return {
    position: stored.position,
    event_id: stored.id,
    type: withoutNul(stored.type),
    category: withoutNul(category),
    stream: withoutNul(stored.stream),
    revision: stored.revision,
    at_ms: stored.recordedAt.getTime(),
    actor_kind: textOf(actor['kind']),
    actor_id: textOf(actor['id']),
    actor_role: textOf(actor['role']),
    member_id: memberOf(category, stored.stream, objectOf(stored.data)),
    correlation_id: textOf(metadata['$correlationId']),
    causation_id: textOf(metadata['$causationId']),
  };
}

/** What an event is found by: its ids, its type, and what its data says in the open. */
export function gatherWords(words: Words, row: EventRow, stored: Recorded): void {
  words.clear();
  const { correlation_id: correlation, causation_id: causation, actor_id: actor } = row;
  const streamId = row.stream.slice(row.category.length + 1);
  words.addAll(wordsOfTypes.memo(row.type));
  words.whole(row.stream);
  words.within(row.category);
  words.within(streamId);
  words.whole(row.event_id);
  gatherId(words, correlation);
  if (causation !== correlation) gatherId(words, causation);
  gatherId(words, actor);
  if (row.member_id !== actor) gatherId(words, row.member_id);
  const { data } = stored;
  const sealed = sealedByType.get(stored.type) ?? nothingSealed;
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    gather(words, data, 0);
    return;
  }
  const fields = data as Record<string, unknown>;
  for (const field in fields) {
    const value = fields[field];
    // Most of what a fact says is whose it is and what it is about, which is said already.
    if (value !== row.member_id && value !== streamId && !sealed.has(field)) gather(words, value, 1);
  }
}

function gatherId(words: Words, id: string | null): void {
  if (id === null) return;
  words.whole(id);
  if (id.length !== 36) words.within(id);
}

function gather(words: Words, value: unknown, depth: number): void {
  if (typeof value === 'string') {
    if (value.startsWith(SEALED_PREFIX) || value === ERASED) return;
    if (isInstant(value)) words.whole(value.slice(0, 10));
    else words.within(value);
  } else if (typeof value === 'object' && value !== null && depth < DEEPEST) {
    for (const key in value) gather(words, (value as Record<string, unknown>)[key], depth + 1);
  }
}

/** `2026-11-20T10:00:00.000Z`: its day is a word, its moment is none. */
const isInstant = (text: string): boolean =>
  text.length >= 20 && text.length <= 35 && text[4] === '-' && text[7] === '-' && text[10] === 'T' && text[13] === ':';

const TYPES_KEPT = 1_000;

/** `GenerationRequested` is also found as `generation` and `requested`. */
const wordsOfTypes = new LRUCache<string, Words>({
  max: TYPES_KEPT,
  memoMethod(type) {
    const words = new Words();
    words.whole(type);
    words.within(type.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' '));
    return words;
  },
});

/** A message's sender is a member or, where nobody was signed in, the message itself. */
function memberOf(category: string, stream: string, data: Readonly<Record<string, unknown>>): string | null {
  if (MEMBERS_OWN.has(category)) return uuidOf(stream.slice(category.length + 1));
  const said = uuidOf(data['memberId']);
  if (said !== null || category !== 'message') return said;
  const sender = uuidOf(data['senderId']);
  return sender === uuidOf(data['messageId']) ? null : sender;
}

const uuidOf = (value: unknown): string | null =>
  typeof value === 'string' && value.length === 36 && UUID.test(value) ? value : null;

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? withoutNul(cutText(value, TEXT_MAX)) : null;

/** Which the database does not keep. */
const withoutNul = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text);
