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
import type { QueryResultRow } from 'pg';
import type { Queryable } from './reads.ts';
import { Statement } from './statement.ts';
import type { Column } from './table.ts';

/** Where a value belongs in a written query. */
class Place {
  constructor(readonly name: string) {}
}

/** What a query says by itself stands in its text, where the server plans by it: only what comes with a call is a parameter. */
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
type Parameters = Readonly<Record<string, Column<unknown, unknown>>>;
/** By its name, the place of a value in a query. */
type Given<P extends Parameters> = <Name extends keyof P & string>(name: Name) => Expression<P[Name]['read']>;

/** Tells whether a query finds a row. */
export const exists = (query: Expression<unknown>): RawBuilder<boolean> => sql<boolean>`exists ${query}`;

/** A written query as a named statement: written once, parsed and planned once a connection. */
export class WrittenStatement<P extends Parameters, Row extends QueryResultRow> {
  private readonly statement: Statement<Row>;
  private readonly places: readonly unknown[];

  /** `alone`: it may take long, and nothing should wait behind it. */
  constructor(
    name: string,
    parameters: P,
    write: (given: Given<P>) => Compilable<Row>,
    { alone = false }: { alone?: boolean } = {},
  ) {
    const compiled = write(
      (of) => sql<P[typeof of]['read']>`${new Place(of)}::${sql.raw(parameters[of]?.type ?? of)}`,
    ).compile();
    this.statement = new Statement(name, compiled.sql, alone);
    this.places = compiled.parameters;
  }

  get text(): string {
    return this.statement.text;
  }

  /** Throws Refused (unavailable) while the tables are not there yet. */
  run(reads: Queryable, values: { readonly [Name in keyof P]: P[Name]['written'] }): Promise<Row[]> {
    return this.statement.run(
      reads,
      this.places.map((place) => (place instanceof Place ? values[place.name] : place)),
    );
  }
}

export type FoundBy<S> = S extends WrittenStatement<Parameters, infer Row> ? Row : never;
