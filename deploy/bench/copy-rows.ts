import { Client, type Connection, escapeIdentifier, type Pool, type Submittable } from 'pg';

/** What COPY needs of the driver's connection, which its types leave out. */
type CopyConnection = Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
};

/** A COPY, in or out, of text that is in memory: the least that writing rows can cost. */
class Copy implements Submittable {
  private readonly chunks: Buffer[] = [];
  private readonly outcome = Promise.withResolvers<Buffer>();
  readonly done = this.outcome.promise;

  constructor(
    private readonly statement: string,
    private readonly text?: Buffer,
  ) {}

  submit(connection: Connection): void {
    connection.query(this.statement);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    if (this.text) connection.sendCopyFromChunk(this.text);
    connection.endCopyFrom();
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.chunks.push(Buffer.from(chunk)); // a piece of the buffer that the driver reads into
  }

  handleCommandComplete(): void {
    // its end is told by what follows
  }

  handleReadyForQuery(): void {
    this.outcome.resolve(Buffer.concat(this.chunks));
  }

  handleError(error: Error): void {
    this.outcome.reject(error);
  }
}

/**
 * The rows that a read model's facts have come to, to be written again by one COPY a table into the same tables.
 * `write` empties them first and gives the milliseconds of the COPY alone.
 */
export async function takeRows(
  pool: Pool,
  schema: string,
  tables: readonly string[],
): Promise<{ write(): Promise<number>; close(): Promise<void> }> {
  const client = new Client(pool.options);
  await client.connect();
  await client.query('set synchronous_commit to off');
  const names = tables.map((table) => `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`);
  const texts: Buffer[] = [];
  for (const name of names) texts.push(await client.query(new Copy(`copy ${name} to stdout`)).done);
  return {
    async write() {
      await client.query(`truncate ${names.join(', ')}`);
      const begun = performance.now();
      await client.query('begin');
      for (const [index, name] of names.entries()) {
        await client.query(new Copy(`copy ${name} from stdin`, texts[index])).done;
      }
      await client.query('commit');
      return performance.now() - begun;
    },
    close: () => client.end(),
  };
}
