import {
  type Compilable,
  DummyDriver,
  type Expression,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import type { ClientBase, Pool, QueryResult, QueryResultRow } from 'pg';
import type { Column } from './table.ts';

/** The one door to Kysely. */
export {
  type Compilable,
  type Expression,
  type InferResult,
  type RawBuilder,
  type ShallowDehydrateObject,
  sql,
} from 'kysely';
export { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';

/** Where a value belongs in a written query. */
class Place {
  constructor(readonly name: string) {}
}

/**
 * What a query says by itself stands in its text, where the server plans by it: only what comes with a call is a
 * parameter.
 */
class PlainCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof Place) super.appendValue(value);
    else this.appendImmediateValue(value);
  }
}

/** Writes a schema's queries, checked against its tables; it has no connection, since what it would send is unnamed. */
export const queriesOf = <Tables>(schema: string): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PlainCompiler(),
    },
  }).withSchema(schema);

/** What comes with each call, declared as columns are. */
export type Parameters = Readonly<Record<string, Column<unknown, unknown>>>;
export type Values<P extends Parameters> = { readonly [Name in keyof P]: P[Name]['written'] };
/** By its name, the place of a value in a query. */
export type Given<P extends Parameters> = <Name extends keyof P & string>(name: Name) => RawBuilder<P[Name]['read']>;

/** The database's own. */
export const now = sql<Date>`now()`;

/** Tells whether a query finds a row. */
export const exists = (query: Expression<unknown>): RawBuilder<boolean> => sql<boolean>`exists ${query}`;

/** A query that is compiled once: its text, and where what comes with a call belongs in it. */
export class WrittenQuery<P extends Parameters, Row extends QueryResultRow> {
  declare readonly row: Row;
  readonly text: string;
  private readonly places: readonly unknown[];

  constructor(parameters: P, write: (given: Given<P>) => Compilable<Row>) {
    const compiled = write(
      (of) => sql<P[typeof of]['read']>`${new Place(of)}::${sql.raw(parameters[of]?.type ?? of)}`,
    ).compile();
    this.text = compiled.sql;
    this.places = compiled.parameters;
  }

  /** In the order of the text's parameters. */
  valuesOf(values: Values<P>): unknown[] {
    return this.places.map((place) => (place instanceof Place ? values[place.name] : place));
  }
}

/** A written query that is sent by its name: parsed once a connection. */
export class PreparedStatement<P extends Parameters, Row extends QueryResultRow> extends WrittenQuery<P, Row> {
  constructor(
    private readonly name: string,
    parameters: P,
    write: (given: Given<P>) => Compilable<Row>,
  ) {
    super(parameters, write);
  }

  /** On a connection of the pool, or in the caller's transaction. Errors are the database's. */
  run(client: Pool | ClientBase, values: Values<P>): Promise<QueryResult<Row>> {
    return client.query<Row>({ name: this.name, text: this.text, values: this.valuesOf(values) });
  }
}

export type FoundBy<Q extends { row: QueryResultRow }> = Q['row'];
