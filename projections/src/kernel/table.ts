/** Names and PostgreSQL types of the columns that a projector writes, and which of them are the key. */
export interface TableShape<Row> {
  readonly name: string;
  readonly key: readonly (keyof Row & string)[];
  readonly columns: { readonly [Column in keyof Row & string]-?: string };
}

/** `unnest($1::uuid[], …) as name (id, …)` over the given columns, parameters from `$1`. */
export function unnested<Row>(
  shape: TableShape<Row>,
  columns: readonly (keyof Row & string)[] = columnsOf(shape),
  name = 'given',
): string {
  const arrays = columns.map((column, index) => `$${index + 1}::${shape.columns[column]}[]`);
  return `unnest(${arrays.join(', ')}) as ${name} (${columns.join(', ')})`;
}

export const columnsOf = <Row>(shape: TableShape<Row>): (keyof Row & string)[] =>
  Object.keys(shape.columns) as (keyof Row & string)[];
