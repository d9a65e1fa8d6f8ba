import pg from 'pg';
import type { Logger } from 'pino';
import { logEntry } from './encode.ts';
import { unavailable } from './errors.ts';
import type { LinkTarget, LogEntry } from './event.ts';
import type { Portion } from './recent.ts';
import type { Occurrence } from './recent-ids.ts';
import { READ_SETTINGS, type Statements, statements } from './tables.ts';

const CONNECTIONS = 4;
const CONNECT_TIMEOUT_MS = 5_000;

type EventRow = [
  position: string,
  stream: string,
  revision: string,
  id: string,
  type: string,
  json: boolean,
  created: string,
  metadata: Buffer,
  data: Buffer,
];

/**
 * What is asked of PostgreSQL beside appends, over connections of its own. Every call fails as `unavailable` while it
 * is down.
 */
export class Database {
  #pool: pg.Pool;
  #statements: Statements;
  #logger: Logger;

  constructor(postgresUrl: string, schema: string, logger: Logger) {
    this.#logger = logger;
    this.#statements = statements(schema);
    this.#pool = new pg.Pool({
      connectionString: postgresUrl,
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: `event-store ${schema} reads`,
      options: READ_SETTINGS,
    });
    this.#pool.on('error', (error) => logger.warn({ err: error }, 'an idle connection to PostgreSQL was lost'));
  }

  allForwards(position: number, until: number, { rows, bytes }: Portion): Promise<LogEntry[]> {
    return this.#page(this.#statements.allForwards, [position, until, rows, bytes]);
  }

  allBackwards(position: number, until: number, { rows, bytes }: Portion): Promise<LogEntry[]> {
    return this.#page(this.#statements.allBackwards, [position, until, rows, bytes]);
  }

  streamForwards(stream: string, revision: number, until: number, { rows, bytes }: Portion): Promise<LogEntry[]> {
    return this.#page(this.#statements.streamForwards, [revision, until, rows, bytes, stream]);
  }

  streamBackwards(stream: string, revision: number, until: number, { rows, bytes }: Portion): Promise<LogEntry[]> {
    return this.#page(this.#statements.streamBackwards, [revision, until, rows, bytes, stream]);
  }

  /** The last revision of each stream, -1 for one without events, and its metadata where it has any. */
  async heads(streams: readonly string[]): Promise<Map<string, { revision: number; metadata: Buffer | null }>> {
    const rows = await this.#query<[string, string, Buffer | null]>(this.#statements.heads, [streams]);
    return new Map(rows.map(([stream, revision, metadata]) => [stream, { revision: Number(revision), metadata }]));
  }

  /** The events that stand at these places, as far as there are any, in no order. */
  at(places: readonly LinkTarget[], until: number): Promise<LogEntry[]> {
    const streams = places.map((place) => place.stream);
    const revisions = places.map((place) => place.revision);
    return this.#page(this.#statements.at, [streams, revisions, until]);
  }

  /** How far persistent subscriptions got, by their ids. */
  async checkpoints(): Promise<Map<string, number>> {
    const rows = await this.#query<[string, string]>(this.#statements.checkpoints, []);
    return new Map(rows.map(([id, next]) => [id, Number(next)]));
  }

  async saveCheckpoint(id: string, next: number): Promise<void> {
    await this.#query(this.#statements.saveCheckpoint, [id, next]);
  }

  async dropCheckpoint(id: string): Promise<void> {
    await this.#query(this.#statements.dropCheckpoint, [id]);
  }

  /** Every place where one of the ids stands, oldest first. */
  async occurrences(ids: readonly string[]): Promise<Occurrence[]> {
    const rows = await this.#query<[string, string, string, string]>(this.#statements.occurrences, [[...new Set(ids)]]);
    const found = rows.map(([id, stream, revision, position]) => ({
      id,
      stream,
      revision: Number(revision),
      position: Number(position),
    }));
    return found.sort((a, b) => a.position - b.position);
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #page(statement: pg.QueryConfig, values: unknown[]): Promise<LogEntry[]> {
    const rows = await this.#query<EventRow>(statement, values);
    // Pages stay in memory: each name once, not once a row.
    const names = new Map<string, string>();
    const once = (name: string) => names.get(name) ?? (names.set(name, name), name);
    return rows.map(([position, stream, revision, id, type, json, created, metadata, data]) =>
      logEntry({
        position: Number(position),
        stream: once(stream),
        revision: Number(revision),
        id,
        type: once(type),
        json,
        created,
        metadata,
        data,
      }),
    );
  }

  async #query<Row extends unknown[]>(statement: pg.QueryConfig, values: unknown[]): Promise<Row[]> {
    try {
      const result = await this.#pool.query<Row>({ ...statement, values, rowMode: 'array' });
      return result.rows;
    } catch (error) {
      this.#logger.warn({ err: error, statement: statement.name }, 'PostgreSQL did not answer');
      throw unavailable('the database does not answer');
    }
  }
}
