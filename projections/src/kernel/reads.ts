import { Client, type QueryConfig, type QueryResultRow } from 'pg';
import type { Log } from './log.ts';

/** What a read is sent by. */
export interface Queryable {
  query<Row extends QueryResultRow>(config: QueryConfig): Promise<{ rows: Row[] }>;
}

export interface ReadsOptions {
  /** Connections at most. */
  connections: number;
  /** Shown by the server as application_name. */
  name: string;
  logger: Log;
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

const STATEMENT_TIMEOUT_MS = 10_000;

/**
 * Connections that queries read by, apart from the commands' pool, so that neither waits for the other. A read is sent
 * at once, behind those that wait for their answers, on the connection where the fewest do: in a rush several travel
 * together. Errors are those of the database; a connection that is lost is replaced by the next read.
 */
export class Reads implements Queryable {
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
  }

  async query<Row extends QueryResultRow>(config: QueryConfig): Promise<{ rows: Row[] }> {
    const line = this.pick();
    line.pending++;
    try {
      if (line.connecting) await line.connecting;
      gather(line);
      return await line.client.query<Row>(config);
    } finally {
      line.pending--;
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(this.lines.map(({ client }) => client.end().catch(() => undefined)));
  }

  private pick(): Line {
    let idlest: Line | undefined;
    for (const line of this.lines) if (!idlest || line.pending < idlest.pending) idlest = line;
    const isBusy = !idlest || idlest.pending > 0;
    return isBusy && this.lines.length < this.options.connections ? this.open() : (idlest ?? this.open());
  }

  private open(): Line {
    if (this.closed) throw new Error('the reads are closed');
    const { name, logger, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = this.options;
    const client = new Client({
      connectionString: this.url,
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      statement_timeout: statementTimeoutMs,
      // For a server that is frozen and so cannot count its own timeout.
      query_timeout: statementTimeoutMs + 5_000,
      pipeline: true,
    });
    const line: Line = { client, connecting: undefined, pending: 0, gathering: false };
    const forget = (): void => {
      const place = this.lines.indexOf(line);
      if (place >= 0) this.lines.splice(place, 1);
    };
    client.on('error', (error) => {
      forget();
      logger.warn({ err: error }, 'A connection for reads was lost');
    });
    client.on('end', forget);
    line.connecting = client.connect().then(
      () => {
        line.connecting = undefined;
      },
      (error: unknown) => {
        forget();
        throw error;
      },
    );
    this.lines.push(line);
    return line;
  }
}

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
