import { createPool, isUnavailable, REQUEST_PATIENCE_MS, timeouts } from '@easel/kernel/database/database';
import { Client, type Pool, Query, type QueryConfig, type QueryResultRow, type ResultBuilder } from 'pg';
import type { Log } from './log.ts';

/** What a read is sent by. */
export interface Queryable {
  query<Row extends QueryResultRow>(config: QueryConfig): Promise<{ rows: Row[] }>;
  /** For reads that may take long: nothing waits behind them. */
  readonly alone?: Queryable;
}

export interface ReadsOptions {
  /** Connections for quick reads, at most; of more than there are cores, each waits for the others. */
  lines: number;
  /** Connections at most for reads that have one to themselves. */
  alone: number;
  /** Shown by the server as application_name. */
  name: string;
  logger: Log;
  /** As long as requests may wait where it is absent. */
  statementTimeoutMs?: number;
}

interface Line {
  client: Client;
  /** Until it is up. */
  connecting: Promise<unknown> | undefined;
  /** Sent and not answered. */
  pending: number;
  /** What is sent goes out together at the end of this turn. */
  gathering: boolean;
}

/**
 * Connections that queries read by, apart from the commands' pool, so that neither waits for the other. A read is sent
 * at once, behind those that wait for their answers, on the line where the fewest do, and in a rush several travel
 * together: that halves the work of sending them. Errors are those of the database; a line that is lost is replaced by
 * the next read.
 */
export class Reads implements Queryable {
  readonly alone: Pool;
  /** Reads that were sent so far. */
  asked = 0;
  private readonly lines: Line[] = [];
  private readonly url: string;
  private closed = false;

  constructor(
    url: string,
    private readonly options: ReadsOptions,
  ) {
    const withOptions = new URL(url);
    // Every read is a named statement, one plan of which fits all values. Left to itself the server would plan each
    // call anew, as it cannot guess what a page's limit will be, and that costs more than the call.
    withOptions.searchParams.set('options', '-c plan_cache_mode=force_generic_plan');
    this.url = withOptions.href;
    const { alone, name, logger, statementTimeoutMs = REQUEST_PATIENCE_MS } = options;
    this.alone = createPool(this.url, { max: alone, name: `${name}, alone`, logger, statementTimeoutMs });
  }

  async query<Row extends QueryResultRow>(config: QueryConfig): Promise<{ rows: Row[] }> {
    const line = this.pick();
    this.asked++;
    line.pending++;
    try {
      if (line.connecting) await line.connecting;
      gather(line);
      return await send<Row>(line.client, config);
    } catch (error) {
      // Its end may be told a moment later than its failure.
      if (isUnavailable(error)) this.drop(line);
      throw error;
    } finally {
      line.pending--;
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    const ending = this.lines.map(({ client }) => client.end().catch(() => undefined));
    await Promise.all([this.alone.end(), ...ending]);
  }

  private pick(): Line {
    let idlest: Line | undefined;
    for (const line of this.lines) if (!idlest || line.pending < idlest.pending) idlest = line;
    const isBusy = !idlest || idlest.pending > 0;
    return isBusy && this.lines.length < this.options.lines ? this.open() : (idlest ?? this.open());
  }

  private open(): Line {
    if (this.closed) throw new Error('the reads are closed');
    const { name, logger, statementTimeoutMs = REQUEST_PATIENCE_MS } = this.options;
    const client = new Client({
      connectionString: this.url,
      application_name: name,
      keepAlive: true,
      ...timeouts(statementTimeoutMs),
      pipeline: true,
    });
    const line: Line = { client, connecting: undefined, pending: 0, gathering: false };
    client.on('error', (error) => {
      this.drop(line);
      logger.warn({ err: error }, 'A connection for reads was lost');
    });
    client.on('end', () => this.drop(line));
    line.connecting = client.connect().then(
      () => {
        line.connecting = undefined;
      },
      (error: unknown) => {
        this.drop(line);
        throw error;
      },
    );
    this.lines.push(line);
    return line;
  }

  /** Nothing more is sent there; what was is still answered, or fails with it. */
  private drop(line: Line): void {
    const place = this.lines.indexOf(line);
    if (place < 0) return;
    this.lines.splice(place, 1);
    line.client.end().catch(() => undefined);
  }
}

/** The client copies what it is given as one object, property by property, which costs as much as sending it. */
class NamedQuery<Row extends QueryResultRow> extends Query<Row, unknown[]> {
  readonly name: string | undefined;

  constructor(
    { name, text, values }: QueryConfig,
    done: (error: Error | undefined, result: ResultBuilder<Row>) => void,
  ) {
    super(text, values, done);
    this.name = name;
  }
}

const send = <Row extends QueryResultRow>(client: Client, config: QueryConfig): Promise<{ rows: Row[] }> =>
  new Promise((resolve, reject) => {
    const query = new NamedQuery<Row>(config, (error, result) => {
      if (!error) return resolve(result);
      // By itself it names the socket that it was read from, and nothing of who asked.
      Error.captureStackTrace(error);
      reject(error);
    });
    client.query(query);
  });

/** Holds back what is written until the sockets that are readable now have been read: one write for all they ask. */
function gather(line: Line): void {
  if (line.gathering) return;
  line.gathering = true;
  const { stream } = line.client.connection;
  stream.cork();
  setImmediate(() => {
    line.gathering = false;
    stream.uncork();
  });
}
