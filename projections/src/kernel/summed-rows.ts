import { columnValues, insertInto, type Table } from '@easel/kernel/database/table';
import type { ClientBase } from 'pg';

/** A table of sums by key: a batch adds up in memory and is added to the table in one statement. */
export class SummedTable<Row extends object> {
  readonly sums: readonly (keyof Row & string)[];
  readonly keys: readonly (keyof Row & string)[];
  private readonly text: string;

  constructor(readonly table: Table<Row>) {
    const { name, names, key } = table;
    this.keys = names.filter((column) => key.includes(column));
    this.sums = names.filter((column) => !key.includes(column));
    const added = this.sums.map((column) => `${column} = ${name}.${column} + excluded.${column}`);
    this.text = `${insertInto(table)} on conflict (${key.join(', ')}) do update set ${added.join(', ')}`;
  }

  batch(): SummedRows<Row> {
    return new SummedRows(this);
  }

  async add(sql: ClientBase, rows: readonly Row[]): Promise<void> {
    await sql.query({ name: `add ${this.table.name}`, text: this.text, values: columnValues(this.table, rows) });
  }
}

export class SummedRows<Row extends object> {
  private readonly rows = new Map<string, Row>();

  constructor(private readonly into: SummedTable<Row>) {}

  /** Adds to each sum of the row's key. */
  add(row: Row): void {
    const key = this.into.keys.map((column) => String(row[column])).join('\n');
    const so = this.rows.get(key);
    this.rows.set(key, so ? this.together(so, row) : row);
  }

  async write(sql: ClientBase): Promise<void> {
    if (this.rows.size > 0) await this.into.add(sql, [...this.rows.values()]);
  }

  private together(a: Row, b: Row): Row {
    const sums = this.into.sums.map((column) => [column, Number(a[column]) + Number(b[column])]);
    return { ...a, ...(Object.fromEntries(sums) as Partial<Row>) };
  }
}
