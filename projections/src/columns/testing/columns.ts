import type { Recorded } from '@easel/contracts/kernel/event';
import { ColumnsTurn } from '../columns-turn.ts';
import { type SqlAsked, type SqlLimits, SqlRunner } from '../run-sql.ts';
import type { SqlRows } from '../sql-question.ts';

/** A log that ends with these facts, followed to its end. */
export async function keepColumns(folder: string, facts: readonly Recorded[], portion = facts.length): Promise<void> {
  const last = facts.at(-1)?.position ?? 0n;
  const turn = await ColumnsTurn.begin(folder, { head: () => Promise.resolve(last) });
  const wanted = facts.filter(({ position }) => turn.after === 'start' || position > turn.after);
  for (let from = 0; from < wanted.length; from += portion) {
    await turn.handle(wanted.slice(from, from + portion));
    await turn.quiet();
  }
  await turn.caughtUp();
  await turn.end();
}

export class AskedColumns {
  readonly runner: SqlRunner;

  constructor(folder: string, limits?: SqlLimits) {
    this.runner = new SqlRunner(folder, { limits });
  }

  async bytes(asked: SqlAsked): Promise<{ position: string; bytes: Buffer }> {
    const { position, bytes } = await this.runner.run(asked);
    return { position, bytes: Buffer.concat(await Array.fromAsync(bytes)) };
  }

  async ask(sql: string, asOf?: string): Promise<SqlRows & { position: string }> {
    const { position, bytes } = await this.bytes({ sql, asOf, format: 'rows' });
    return { position, ...(JSON.parse(bytes.toString()) as SqlRows) };
  }
}
