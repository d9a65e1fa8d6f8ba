import { join } from 'node:path';
import { randomUUID } from '@easel/kernel/server/chance';
import { BIGINT, DuckDBDataChunk, DuckDBInstance, type DuckDBConnection, INTEGER, VARCHAR } from '@duckdb/node-api';
import { alone, identifier, isUnreadable, literal } from './duckdb.ts';
import type { FactRow } from './fact-row.ts';
import { facts } from './fact-views.ts';
import type { Segment } from './segments.ts';

const CHUNK = 2_048;
const MEMORY = '256MB';
/** Facts that are compressed together, and passed over together where none of them is wanted. */
const ROW_GROUP = 30_720;
/** Of a file of few facts; others have what is usual. */
const SMALL = { facts: 10_000, blockBytes: 16_384 };

/** Flat, because values of a struct are handed over one by one, which takes ten times as long. */
const STAGED = [BIGINT, VARCHAR, INTEGER, VARCHAR, VARCHAR, BIGINT, VARCHAR, VARCHAR, VARCHAR, VARCHAR] as const;
const STAGE = `create table staged (position bigint, stream varchar, revision integer, category varchar, type varchar,
  at_ms bigint, actor_kind varchar, actor_id varchar, actor_role varchar, data varchar)`;
const FROM_STAGED = `select position, stream, revision, category, type, epoch_ms(at_ms),
  {kind: actor_kind, id: actor_id, role: actor_role}, data from staged`;

const COLUMNS = facts.columns
  .map(({ name, type }) => `${identifier(name)} ${type}${type === 'JSON' ? ' using compression zstd' : ''}`)
  .join(', ');

/** A segment that was to be rewritten is missing or damaged. */
export class UnreadableSegment extends Error {
  override readonly name = 'UnreadableSegment';
}

/** Gathers rows, and writes them into files that nobody touches afterwards. */
export class SegmentWriter {
  staged = 0;
  /** Counted as staged, and not in the table yet: the database takes as long for a few rows as for a chunk of them. */
  private waiting: FactRow[] = [];
  private readonly database: DuckDBInstance;
  private readonly sql: DuckDBConnection;
  private readonly folder: string;

  private constructor(database: DuckDBInstance, sql: DuckDBConnection, folder: string) {
    this.database = database;
    this.sql = sql;
    this.folder = folder;
  }

  static async open(folder: string): Promise<SegmentWriter> {
    const database = await DuckDBInstance.create(':memory:', { ...alone, threads: '1', memory_limit: MEMORY });
    const sql = await database.connect();
    await sql.run(STAGE);
    return new SegmentWriter(database, sql, folder);
  }

  async stage(rows: readonly FactRow[]): Promise<void> {
    this.waiting.push(...rows);
    this.staged += rows.length;
    if (this.waiting.length >= CHUNK) await this.append();
  }

  private async append(): Promise<void> {
    const rows = this.waiting;
    this.waiting = [];
    const appender = await this.sql.createAppender('staged');
    for (let from = 0; from < rows.length; from += CHUNK) {
      const part = rows.slice(from, from + CHUNK);
      const chunk = DuckDBDataChunk.create(STAGED, part.length);
      chunk.setColumns([
        part.map(({ position }) => position),
        part.map(({ stream }) => stream),
        part.map(({ revision }) => revision),
        part.map(({ category }) => category),
        part.map(({ type }) => type),
        part.map(({ atMs }) => BigInt(atMs)),
        part.map(({ actor }) => actor.kind),
        part.map(({ actor }) => actor.id),
        part.map(({ actor }) => actor.role),
        part.map(({ data }) => data),
      ]);
      appender.appendDataChunk(chunk);
    }
    appender.closeSync();
  }

  /** Writes what was gathered behind what these segments have. Throws UnreadableSegment where one cannot be read. */
  async write(before: readonly Segment[]): Promise<Segment> {
    if (this.waiting.length > 0) await this.append();
    const segment = {
      file: `${randomUUID()}.duckdb`,
      facts: this.staged + before.reduce((sum, one) => sum + one.facts, 0),
    };
    const { sql } = this;
    const block = segment.facts < SMALL.facts ? `, block_size ${SMALL.blockBytes}` : '';
    const attached: string[] = [];
    try {
      for (const [index, { file }] of before.entries()) {
        await sql.run(`attach ${literal(join(this.folder, file))} as before_${index} (read_only)`);
        attached.push(`before_${index}`);
      }
      await sql.run(
        `attach ${literal(join(this.folder, segment.file))} as made (storage_version 'latest', row_group_size ${ROW_GROUP}${block})`,
      );
      attached.push('made');
      await sql.run(`create table made.facts (${COLUMNS})`);
      // In one statement: a row group is then written as soon as it is full, and is no longer in memory.
      const parts = [...before.keys()].map((index) => `from before_${index}.facts`);
      await sql.run(`insert into made.facts ${[...parts, FROM_STAGED].join(' union all ')}`);
      await sql.run('checkpoint made');
    } catch (error) {
      if (before.length > 0 && isUnreadable(error)) throw new UnreadableSegment(String(error), { cause: error });
      throw error;
    } finally {
      for (const name of attached) await sql.run(`detach ${name}`);
    }
    await this.drop();
    return segment;
  }

  /** Forgets what was gathered. */
  async drop(): Promise<void> {
    await this.sql.run('truncate staged');
    this.waiting = [];
    this.staged = 0;
  }

  close(): void {
    this.sql.closeSync();
    this.database.closeSync();
  }
}
