import { problems, Refused } from '@easel/contracts/kernel/problem';
import {
  type Compilable,
  type Given,
  type Parameters,
  type Values,
  WrittenQuery,
} from '@easel/kernel/database/query-writer';
import type { QueryResultRow } from 'pg';
import { sqlState } from './failure.ts';
import type { Queryable } from './reads.ts';

/** A plan that outlived its tables: they were swapped under it by a rebuild. */
const OUTLIVED = new Set(['0A000', '42P01', 'XX000']);
const NO_SUCH_TABLE = '42P01';

/** A read as a named statement, which each connection parses and plans once. */
export class Statement<Row extends QueryResultRow> {
  /** Part of the name: raised when what the connections have prepared no longer holds. */
  private edition = 0;

  constructor(
    private readonly name: string,
    readonly text: string,
    /** It may take long: nothing should wait behind it. */
    private readonly alone = false,
  ) {}

  /** Repeated once where a swap broke the plan. Throws Refused (unavailable) while the tables are not there yet. */
  async run(reads: Queryable, values: readonly unknown[]): Promise<Row[]> {
    const edition = this.edition;
    try {
      return await this.send(reads, values);
    } catch (error) {
      if (!OUTLIVED.has(sqlState(error) ?? '')) throw error;
      if (this.edition === edition) this.edition += 1;
    }
    try {
      return await this.send(reads, values);
    } catch (error) {
      throw sqlState(error) === NO_SUCH_TABLE ? new Refused(problems.unavailable) : error;
    }
  }

  private async send(reads: Queryable, values: readonly unknown[]): Promise<Row[]> {
    const name = this.edition === 0 ? this.name : `${this.name} ${this.edition}`;
    const { rows } = await (this.alone ? (reads.alone ?? reads) : reads).query<Row>({
      name,
      text: this.text,
      values: [...values],
    });
    return rows;
  }
}

/** A written query as a named statement, which each connection parses and plans once. */
export class WrittenStatement<P extends Parameters, Row extends QueryResultRow> extends WrittenQuery<P, Row> {
  private readonly statement: Statement<Row>;

  /** `alone`: it may take long, and nothing should wait behind it. */
  constructor(
    name: string,
    parameters: P,
    write: (given: Given<P>) => Compilable<Row>,
    { alone = false }: { alone?: boolean } = {},
  ) {
    super(parameters, write);
    this.statement = new Statement(name, this.text, alone);
  }

  /** Throws Refused (unavailable) while the tables are not there yet. */
  run(reads: Queryable, values: Values<P>): Promise<Row[]> {
    return this.statement.run(reads, this.valuesOf(values));
  }
}
