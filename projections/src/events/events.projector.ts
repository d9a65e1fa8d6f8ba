import type { Recorded } from '@easel/contracts/kernel/event';
import { arrayLiteral } from '@easel/kernel/database/arrays';
import { append, columnValues, insertInto } from '@easel/kernel/database/table';
import type { ClientBase } from 'pg';
import { CopyRows } from '@easel/kernel/database/copy-in';
import type { LogProjector, RowBatch } from '../kernel/projector.ts';
import { type SummedRows, SummedTable } from '../kernel/summed-rows.ts';
import { BLOCK_EVENTS, BLOCK_WORDS, Filter, PART_LETTERS, PARTS, SaidFilter } from './blocks.ts';
import { type EventRow, gatherWords, rowOf } from './event-row.ts';
import {
  blockParts,
  type BlockRow,
  blocks,
  events as eventTable,
  type HourCount,
  hourCounts,
  indexes,
  type OpenBlock,
  tables,
  type TypeCount,
  typeCounts,
  vocabulary,
} from './events.tables.ts';
import { Words } from './words.ts';

const COPY = `copy event (${eventTable.names.join(', ')}) from stdin (format binary)`;
const LOAD_OPEN = 'select blocks, events, words from open_block';
const LOAD_TAIL = `
  select position, at_ms::float8, encode(words, 'hex') as words from event
  where position > coalesce((select last_position from block where block = $1::int - 1), -1) order by position`;
const SET_OPEN = 'update open_block set blocks = $1, events = $2, words = $3';

const COPY_PARTS = `copy block_part (${blockParts.names.join(', ')}) from stdin (format binary)`;
const counted = new SummedTable(typeCounts);
const countedByHour = new SummedTable(hourCounts);
const HOUR_MS = 3_600_000;

const LOAD_SAID = 'select type, bits from type_words where type = any($1::text[])';
const SET_SAID = `insert into type_words (type, bits) values ($1, $2)
  on conflict (type) do update set bits = excluded.bits`;

const ADD_WORDS = `${insertInto(vocabulary)} on conflict do nothing`;
/** Longer ones nobody writes: they are keys and signatures. */
const WORD_LETTERS_MAX = 40;
/** Halves of a word's bits as one number, in which some of the other half have no room. */
const UPPER_BITS = 2 ** 21;

/** What a filter is made of. */
interface Gathered {
  position: bigint;
  atMs: number;
  /** Its words, in `WordList`: the first, and how many. */
  from: number;
  count: number;
}

/** The words of many events, one behind the other. */
class WordList {
  halves = new Int32Array(64 * 1_024);
  length = 0;

  add(halves: Int32Array, count: number): number {
    const from = this.length;
    const end = 2 * (from + count);
    if (end > this.halves.length) {
      const larger = new Int32Array(2 * end);
      larger.set(this.halves);
      this.halves = larger;
    }
    for (let index = 0; index < 2 * count; index++) this.halves[2 * from + index] = halves[index] ?? 0;
    this.length += count;
    return from;
  }

  addHex(hex: string): { from: number; count: number } {
    const count = hex.length / 16;
    const halves = new Int32Array(2 * count);
    for (let index = 0; index < 2 * count; index++) {
      halves[index] = Number.parseInt(hex.slice(index * 8, index * 8 + 8), 16);
    }
    return { from: this.add(halves, count), count };
  }
}

class EventRows implements RowBatch {
  private readonly words = new Words();
  private readonly list = new WordList();
  private readonly gathered: Gathered[] = [];
  private readonly counts: SummedRows<TypeCount> = counted.batch();
  private readonly hours: SummedRows<HourCount> = countedByHour.batch();
  private readonly tally = new Map<string, TypeCount[]>();
  private readonly said = new Map<string, SaidFilter>();
  private readonly rows = new CopyRows(eventTable.names.length);
  private readonly seen = new Set<number>();
  private readonly vocabulary = new Set<string>();

  take(stored: Recorded): void {
    const row = rowOf(stored);
    const { words } = this;
    gatherWords(words, row, stored);
    this.copy(row);
    const from = this.list.add(words.halves, words.count);
    this.gathered.push({ position: row.position, atMs: row.at_ms, from, count: words.count });
    this.count(row);
    this.filterOf(row.type).add(words);
    this.learn(words);
  }

  async write(sql: ClientBase): Promise<void> {
    if (this.gathered.length === 0) return;
    const { rows } = await sql.query<OpenBlock>({ name: 'load open block', text: LOAD_OPEN });
    const open = rows[0];
    if (!open) throw new Error('the index of events has lost its end');
    const tail = this.isFilledWith(open) && open.events > 0 ? await this.loadTail(sql, open) : [];
    await this.rows.send(sql, COPY);
    for (const kind of [...this.tally.values()].flat()) this.counts.add(kind);
    await this.counts.write(sql);
    await this.hours.write(sql);
    await this.writeSaid(sql);
    await this.writeVocabulary(sql);
    await this.close(sql, open, tail);
  }

  private copy(row: EventRow): void {
    const { rows, words } = this;
    rows.row();
    rows.int8(row.position);
    rows.uuid(row.event_id);
    rows.text(row.type);
    rows.text(row.stream);
    rows.int4(row.revision);
    rows.int8(row.at_ms);
    rows.text(row.actor_kind);
    rows.text(row.actor_id);
    rows.text(row.actor_role);
    rows.uuid(row.member_id);
    rows.text(row.correlation_id);
    rows.text(row.causation_id);
    rows.int32s(words.halves, 2 * words.count);
  }

  private count({ type, category, at_ms, actor_kind }: EventRow): void {
    const hour = Math.floor(at_ms / HOUR_MS);
    this.hours.add({ hour, type, category, actor_kind: actor_kind ?? '', events: 1 });
    const known = this.tally.get(type);
    const so = known?.find((one) => one.category === category);
    if (so) so.events += 1;
    else if (known) known.push({ type, category, events: 1 });
    else this.tally.set(type, [{ type, category, events: 1 }]);
  }

  /** Most words of a batch come again and again: their text is looked at once. */
  private learn(words: Words): void {
    const { halves, isLetters, count } = words;
    for (let word = 0; word < count; word++) {
      if (isLetters[word] === 0) continue;
      const seen = ((halves[2 * word] ?? 0) >>> 0) * UPPER_BITS + ((halves[2 * word + 1] ?? 0) >>> 11);
      if (this.seen.has(seen)) continue;
      this.seen.add(seen);
      const text = words.text(word);
      if (text.length >= PART_LETTERS && text.length <= WORD_LETTERS_MAX) this.vocabulary.add(text);
    }
  }

  private async writeVocabulary(sql: ClientBase): Promise<void> {
    if (this.vocabulary.size === 0) return;
    const rows = [...this.vocabulary].map((word) => ({ word }));
    await sql.query({ name: 'add to vocabulary', text: ADD_WORDS, values: columnValues(vocabulary, rows) });
  }

  private filterOf(type: string): SaidFilter {
    let filter = this.said.get(type);
    if (!filter) this.said.set(type, (filter = new SaidFilter()));
    return filter;
  }

  /** Most batches say nothing that their types had not said before. */
  private async writeSaid(sql: ClientBase): Promise<void> {
    const { rows } = await sql.query<{ type: string; bits: Buffer }>({
      name: 'load said words',
      text: LOAD_SAID,
      values: [arrayLiteral([...this.said.keys()])],
    });
    const before = new Map(rows.map(({ type, bits }) => [type, bits]));
    for (const [type, filter] of this.said) {
      const known = before.get(type);
      if (known && !filter.joins(known)) continue;
      await sql.query({ name: 'set said words', text: SET_SAID, values: [type, filter.bytes] });
    }
  }

  /** Whether a block ends in this batch. */
  private isFilledWith({ events, words }: OpenBlock): boolean {
    return events + this.gathered.length >= BLOCK_EVENTS || words + this.list.length >= BLOCK_WORDS;
  }

  private async loadTail(sql: ClientBase, open: OpenBlock): Promise<Gathered[]> {
    const { rows } = await sql.query<{ position: string; at_ms: number; words: string }>({
      name: 'load tail of events',
      text: LOAD_TAIL,
      values: [open.blocks],
    });
    return rows.map(({ position, at_ms: atMs, words }) => ({
      position: BigInt(position),
      atMs,
      ...this.list.addHex(words),
    }));
  }

  /** Ends every block that is full; what is left stays open. */
  private async close(sql: ClientBase, open: OpenBlock, tail: readonly Gathered[]): Promise<void> {
    const ended: BlockRow[] = [];
    const filters = new CopyRows(blockParts.names.length);
    let block: Gathered[] = [];
    let words = 0;
    const isTailKnown = tail.length === open.events;
    if (!isTailKnown) words = open.words;
    const before = isTailKnown ? 0 : open.events;
    for (const one of [...tail, ...this.gathered]) {
      block.push(one);
      words += one.count;
      if (before + block.length < BLOCK_EVENTS && words < BLOCK_WORDS) continue;
      const number = open.blocks + ended.length;
      ended.push(blockRow(number, block, one));
      const filter = new Filter();
      for (const { from, count } of block) filter.add(this.list.halves, from, count);
      for (let part = 0; part < PARTS; part++) {
        filters.row();
        filters.int2(part);
        filters.int4(number);
        filters.raw(filter.part(part));
      }
      block = [];
      words = 0;
    }
    if (ended.length > 0) {
      await append(sql, blocks, ended);
      await filters.send(sql, COPY_PARTS);
    }
    const values = [open.blocks + ended.length, before + block.length, words];
    await sql.query({ name: 'set open block', text: SET_OPEN, values });
  }
}

/** `last` is the last of them. */
const blockRow = (block: number, events: readonly Gathered[], last: Gathered): BlockRow => ({
  block,
  first_position: (events[0] ?? last).position,
  last_position: last.position,
  from_ms: events.reduce((least, { atMs }) => Math.min(least, atMs), Number.MAX_SAFE_INTEGER),
  to_ms: events.reduce((most, { atMs }) => Math.max(most, atMs), 0),
});

/**
 * Every event of the log, and what it is found by; nothing of it is personal, so that erasing a person asks nothing
 * here.
 */
export const events: LogProjector<EventRows> = {
  name: 'events',
  version: 5,
  tables,
  indexes,
  rows: () => new EventRows(),
  take: (stored, rows) => rows.take(stored),
  // Its facts lie in one partition, and while one of them is parked the index ends there.
  markIncomplete: () => Promise.resolve(),
};
