import type { Socket } from 'node:net';
import type { Connection, Submittable } from 'pg';

/** What COPY needs of the driver's connection, which its types leave out. */
type CopyConnection = Connection & {
  readonly stream: Socket;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
};

const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER = Buffer.from([0xff, 0xff]);

/**
 * A COPY of rows into a table, in one round trip: the rows go along with the statement. A server that refuses the
 * statement passes them over.
 */
export class CopyIn implements Submittable {
  #statement: string;
  #rows: readonly Buffer[];
  #outcome = Promise.withResolvers<void>();
  /** Settles when the rows are committed, or are known not to be; where the connection breaks, nobody knows. */
  readonly done = this.#outcome.promise;

  /** @param rows in COPY's binary format, without its header and trailer */
  constructor(statement: string, rows: readonly Buffer[]) {
    this.#statement = statement;
    this.#rows = rows;
  }

  submit(connection: Connection): void {
    const copy = connection as CopyConnection;
    copy.stream.cork(); // all of it in one system call
    copy.query(this.#statement);
    for (const chunk of [HEADER, ...this.#rows, TRAILER]) copy.sendCopyFromChunk(chunk);
    copy.endCopyFrom();
    copy.stream.uncork();
  }

  handleCopyInResponse(): void {
    // the rows are on their way
  }

  handleCommandComplete(): void {
    // its end is told by what follows
  }

  handleReadyForQuery(): void {
    this.#outcome.resolve();
  }

  handleError(error: Error): void {
    this.#outcome.reject(error);
  }
}
