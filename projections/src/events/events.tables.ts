import { column, type RowOf, table } from '@easel/kernel/database/table';

export const events = table(
  'event',
  {
    position: column.position,
    event_id: column.uuid,
    type: column.code,
    stream: column.code,
    revision: column.int,
    at_ms: column.bigint,
    actor_kind: column.code.orNull,
    actor_id: column.code.orNull,
    actor_role: column.code.orNull,
    member_id: column.uuid.orNull,
    correlation_id: column.code.orNull,
    causation_id: column.code.orNull,
    /** Eight bytes each, the first of them the type. */
    words: column.bytea,
  },
  { key: ['position'] },
);

/** Stretches of the log that have ended. Times are those of the events in it, in milliseconds since 1970. */
export const blocks = table(
  'block',
  {
    block: column.int,
    first_position: column.position,
    last_position: column.position,
    from_ms: column.bigint,
    to_ms: column.bigint,
  },
  { key: ['block'] },
);
export type BlockRow = RowOf<typeof blocks>;

/** The parts of each block's filter. */
export const blockParts = table(
  'block_part',
  { part: column.smallint, block: column.int, bits: column.bytea },
  { key: ['part', 'block'] },
);

/** What stands behind the last block. */
const openBlock = table(
  'open_block',
  {
    one: column.boolean.filled('default true check (one)'),
    blocks: column.int,
    events: column.int,
    words: column.int,
  },
  { key: ['one'] },
);
export type OpenBlock = RowOf<typeof openBlock>;

export const typeCounts = table(
  'type_count',
  { type: column.code, category: column.code, events: column.bigint },
  { key: ['type', 'category'] },
);
export type TypeCount = RowOf<typeof typeCounts>;

/** How many there are in an hour (of those since 1970); the kind of actor is empty where nobody is named. */
export const hourCounts = table(
  'hour_count',
  { hour: column.int, type: column.code, category: column.code, actor_kind: column.code, events: column.bigint },
  { key: ['hour', 'type', 'category', 'actor_kind'] },
);
export type HourCount = RowOf<typeof hourCounts>;

/** Which words of letters alone the facts of a type say. */
const typeWords = table('type_words', { type: column.code, bits: column.bytea }, { key: ['type'] });

/** The words of letters alone that facts say in the open, by which parts of words are searched. */
export const vocabulary = table('vocabulary', { word: column.code }, { key: ['word'] });

export const tables = [
  events,
  blocks,
  'create unique index block_last_position on block (last_position)',
  blockParts,
  openBlock,
  'insert into open_block (blocks, events, words) values (0, 0, 0)',
  typeCounts,
  hourCounts,
  typeWords,
  vocabulary,
] as const;

/** Chains of causes are followed by these; the hash keeps them small, whatever an id looks like. */
export const indexes = {
  event_event_id: 'on event (event_id)',
  event_correlation: 'on event (hashtextextended(correlation_id, 0))',
  event_causation: 'on event (hashtextextended(causation_id, 0)) where causation_id is not null',
};
