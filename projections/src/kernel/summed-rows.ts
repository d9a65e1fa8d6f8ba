import type { ClientBase } from 'pg';
import { columnsOf, columnValues, givenRows, type TableShape } from './table.ts';

/** A table of sums by key: a batch adds up in memory and is added to the table in one statement. */
export class SummedTable<Row extends object> {
  readonly sums: readonly (keyof Row & string)[];
  private readonly text: string;

  constructor(readonly shape: TableShape<Row>) {
    const { name, key } = shape;
    const columns = columnsOf(shape);
    this.sums = columns.filter((column) => !key.includes(column));
    const list = columns.join(', ');
    const added = this.sums.map((column) => `${column} = ${name}.${column} + excluded.${column}`);
    this.text = `insert into ${name} (${list}) select ${list} from ${givenRows(shape)}
      on conflict (${key.join(', ')}) do update set ${added.join(', ')}`;
  }

  batch(): SummedRows<Row> {
    return new SummedRows(this);
  }

  async add(sql: ClientBase, rows: readonly Row[]): Promise<void> {
    await sql.query({ name: `add ${this.shape.name}`, text: this.text, values: columnValues(this.shape, rows) });
  }
}

export class SummedRows<Row extends object> {
  private readonly rows = new Map<string, Row>();

  constructor(private readonly table: SummedTable<Row>) {}

  /** Adds to each sum of the row's key. */
  add(row: Row): void {
    const key = this.table.shape.key.map((column) => String(row[column])).join('\n');
    const so = this.rows.get(key);
    this.rows.set(key, so ? this.together(so, row) : row);
  }

  async write(sql: ClientBase): Promise<void> {
    if (this.rows.size > 0) await this.table.add(sql, [...this.rows.values()]);
  }

  private together(a: Row, b: Row): Row {
    const sums = this.table.sums.map((column) => [column, Number(a[column]) + Number(b[column])]);
    return { ...a, ...(Object.fromEntries(sums) as Partial<Row>) };
  }
}
