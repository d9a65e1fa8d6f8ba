import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Logger } from 'pino';
import { CopyIn } from './copy-in.ts';
import { createTables, type Statements, statements } from './tables.ts';

const CONNECT_TIMEOUT_MS = 5_000;

/** Another server writes to this schema. */
export class SchemaTaken extends Error {
  constructor(schema: string) {
    super(`another event store holds schema "${schema}"`);
    this.name = 'SchemaTaken';
  }
}

/**
 * The one connection that writes. It holds the schema's advisory lock and does the inserts itself, so that nothing can
 * be written without the lock: PostgreSQL gives the lock to a successor only once this session's last transaction has
 * ended either way, which makes the head read next the truth even after a commit of unknown outcome.
 */
export class WriterSession {
  /** Position of the last event when the lock was obtained. */
  readonly head: number;
  #client: pg.Client;
  #statements: Statements;

  private constructor(client: pg.Client, schema: string, head: number) {
    this.#client = client;
    this.#statements = statements(schema);
    this.head = head;
  }

  /**
   * Connects, takes the lock, creates the tables where they are missing and reads the head.
   *
   * @param onLost called once when the connection breaks later, however it does
   * @throws SchemaTaken while another server holds the lock
   */
  static async open(
    { postgresUrl, schema, logger }: { postgresUrl: string; schema: string; logger: Logger },
    onLost: () => void,
  ): Promise<WriterSession> {
    const client = new pg.Client({
      connectionString: postgresUrl,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: `event-store ${schema} writer`,
      keepAlive: true,
    });
    client.on('error', (error) =>
      logger.warn({ err: error }, 'the writing connection to PostgreSQL reported an error'),
    );
    try {
      await client.connect();
      // An acknowledged append is on disk, whatever the server's or the role's default is.
      await client.query('set synchronous_commit = on');
      const lock = await client.query<[boolean]>({
        text: 'select pg_try_advisory_lock($1::bigint)',
        values: [lockKey(schema)],
        rowMode: 'array',
      });
      if (!lock.rows[0]?.[0]) throw new SchemaTaken(schema);
      await client.query(createTables(schema));
      await warnWithoutFsync(client, logger);
      const last = await client.query<[string]>({ ...statements(schema).lastPosition, rowMode: 'array' });
      client.on('end', onLost);
      return new WriterSession(client, schema, Number(last.rows[0]?.[0] ?? 0));
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  /** Stores rows as `Rows` holds them, in one transaction of one statement; when it resolves they are on disk. */
  insert(rows: readonly Buffer[]): Promise<void> {
    return this.#client.query(new CopyIn(this.#statements.copyIn, rows)).done;
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }
}

function lockKey(schema: string): string {
  return createHash('sha256').update(`easel event store ${schema}`).digest().readBigInt64BE().toString();
}

async function warnWithoutFsync(client: pg.Client, logger: Logger): Promise<void> {
  const { rows } = await client.query<[string]>({ text: 'show fsync', rowMode: 'array' });
  if (rows[0]?.[0] !== 'on') logger.warn('PostgreSQL runs without fsync: a power cut loses acknowledged events');
}
