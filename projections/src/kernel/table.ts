import { arrayLiteral } from './arrays.ts';

/** Names and PostgreSQL types of the columns that a projector writes, and which of them are the key. */
export interface TableShape<Row> {
  readonly name: string;
  readonly key: readonly (keyof Row & string)[];
  /** Null is written as such, but in a column of json as JSON's own. */
  readonly columns: { readonly [Column in keyof Row & string]-?: string };
}

export const columnsOf = <Row>(shape: TableShape<Row>): (keyof Row & string)[] =>
  Object.keys(shape.columns) as (keyof Row & string)[];

/**
 * A table expression `given` over many rows, whose columns are the parameters from `$1` on, as `columnValues` makes
 * them: an array each, but one JSON text for a column of json, which spares escaping every quote in it.
 */
export function givenRows<Row>(shape: TableShape<Row>): string {
  const columns = columnsOf(shape);
  const sets = columns.map((column, index) =>
    shape.columns[column] === 'json'
      ? `json_array_elements($${index + 1}::json)`
      : `unnest($${index + 1}::${shape.columns[column]}[])`,
  );
  return `rows from (${sets.join(', ')}) as given (${columns.join(', ')})`;
}

export const columnValues = <Row>(shape: TableShape<Row>, rows: readonly Row[]): string[] =>
  columnsOf(shape).map((column) => {
    const values = rows.map((row) => row[column]);
    const type = shape.columns[column];
    if (type === 'json') return JSON.stringify(values);
    // Numbers, ids and times hold nothing that an array's text would have to escape.
    return type === 'text' ? arrayLiteral(values) : `{${values.map((value) => value ?? 'NULL').join(',')}}`;
  });
