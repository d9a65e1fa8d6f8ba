import { arrayLiteral } from '@easel/kernel/database/arrays';
import { append, columnValues, givenRows, keyOf, load, type Table } from '@easel/kernel/database/table';
import type { ClientBase, QueryConfig } from 'pg';

/** The row before (undefined: there is none) to the row after, given back itself where nothing changes. */
export type Step<Row> = (row: Row | undefined) => Row | undefined;

export interface Change<Row> {
  before: Row | undefined;
  after: Row | undefined;
}

/**
 * Rows that are folded from facts, as a decider folds its state. A batch loads every row it touches in one statement,
 * folds in memory, and writes what differs in at most three: inserted, updated, deleted.
 */
export class FoldedTable<Row extends object> {
  private readonly key: keyof Row & string;
  private readonly text: Record<'update' | 'delete', string>;

  constructor(private readonly table: Table<Row>) {
    const { name, names } = table;
    const key = keyOf(table);
    const set = names.filter((column) => column !== key).map((column) => `${column} = given.${column}`);
    this.key = key;
    this.text = {
      update: `update ${name} set ${set.join(', ')} from ${givenRows(table)} where ${name}.${key} = given.${key}`,
      delete: `delete from ${name} where ${key} = any($1::${table.of(key).element}[])`,
    };
  }

  batch(): FoldedRows<Row> {
    return new FoldedRows(this);
  }

  load(sql: ClientBase, keys: readonly string[]): Promise<Map<string, Row>> {
    return load(sql, this.table, keys);
  }

  async write(sql: ClientBase, changes: readonly Change<Row>[]): Promise<void> {
    const inserted = changes.flatMap(({ before, after }) => (!before && after ? [after] : []));
    const updated = changes.flatMap(({ before, after }) => (before && after && before !== after ? [after] : []));
    const deleted = changes.flatMap(({ before, after }) => (before && !after ? [before] : []));
    const writing: Promise<unknown>[] = [];
    if (deleted.length > 0) {
      const keys = arrayLiteral(deleted.map((row) => row[this.key]));
      writing.push(sql.query(this.statement('delete', [keys])));
    }
    writing.push(append(sql, this.table, inserted));
    if (updated.length > 0) writing.push(sql.query(this.statement('update', columnValues(this.table, updated))));
    await Promise.all(writing);
  }

  private statement(kind: keyof typeof this.text, values: string[]): QueryConfig {
    return { name: `${kind} ${this.table.name}`, text: this.text[kind], values };
  }
}

/** What a batch does to one row: to one that it begins at once, to one that is stored when that is loaded. */
type Work<Row> = { row: Row | undefined } | { steps: Step<Row>[] };

/** The steps of one batch, by row. */
export class FoldedRows<Row extends object> {
  private readonly work = new Map<string, Work<Row>>();

  constructor(private readonly table: FoldedTable<Row>) {}

  /** A new row. That there is none yet shows when it is written. */
  begin(key: string, row: Row): void {
    if (this.work.has(key)) throw new Error(`row ${key} was begun before`);
    this.work.set(key, { row });
  }

  change(key: string, step: Step<Row>): void {
    const work = this.work.get(key);
    if (!work) this.work.set(key, { steps: [step] });
    else if ('row' in work) work.row = step(work.row);
    else work.steps.push(step);
  }

  /** Loads what is stored, and folds; nothing is written yet. */
  async fold(sql: ClientBase): Promise<Change<Row>[]> {
    const stored = [...this.work].flatMap(([key, work]) => ('steps' in work ? [key] : []));
    const rows = stored.length > 0 ? await this.table.load(sql, stored) : new Map<string, Row>();
    const changes: Change<Row>[] = [];
    for (const [key, work] of this.work) {
      if ('row' in work) changes.push({ before: undefined, after: work.row });
      else {
        const before = rows.get(key);
        let after = before;
        for (const step of work.steps) after = step(after);
        changes.push({ before, after });
      }
    }
    return changes;
  }

  write(sql: ClientBase, changes: readonly Change<Row>[]): Promise<void> {
    return this.table.write(sql, changes);
  }
  async flush(sql: ClientBase): Promise<void> {
    await this.write(sql, await this.fold(sql));
  }
}
