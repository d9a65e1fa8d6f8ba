import { columnValues, givenRows, put, type Table } from '@easel/kernel/database/table';
import type { ClientBase } from 'pg';

/** Pairs of which each stands or does not: of a batch, the last word on each counts. */
export class Pairs<Row extends object> {
  private readonly said = new Map<string, { row: Row; stands: boolean }>();
  private readonly takeBack: string;

  constructor(
    private readonly table: Table<Row>,
    private readonly keyOf: (row: Row) => string,
  ) {
    const { name, key } = table;
    const columns = (of: string): string => key.map((column) => `${of}.${column}`).join(', ');
    this.takeBack = `delete from ${name} using ${givenRows(table)} where (${columns(name)}) = (${columns('given')})`;
  }

  say(row: Row, stands: boolean): void {
    this.said.set(this.keyOf(row), { row, stands });
  }

  async write(sql: ClientBase): Promise<void> {
    const said = [...this.said.values()];
    const rowsThat = (stands: boolean): Row[] => said.flatMap((one) => (one.stands === stands ? [one.row] : []));
    const gone = rowsThat(false);
    if (gone.length > 0) {
      const { name } = this.table;
      await sql.query({ name: `take back ${name}`, text: this.takeBack, values: columnValues(this.table, gone) });
    }
    await put(sql, this.table, rowsThat(true));
  }
}
