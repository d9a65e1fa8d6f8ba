import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { QueryResultRow } from 'pg';
import type { Queryable } from './reads.ts';
import { Statement } from './statement.ts';

/** Writes a schema's queries, checked against its tables; it has no connection, since what it would send is unnamed. */
export const queriesOf = <Tables>(schema: string): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }).withSchema(schema);

/** In a written query, the place of a value that comes with each call. */
export const given = (name: string): string => `:${name}`;

/** A written query as a named statement: written once, parsed and planned once a connection. */
export class WrittenStatement<Row extends QueryResultRow> {
  private readonly statement: Statement<Row>;
  private readonly places: readonly unknown[];

  constructor(name: string, { sql, parameters }: CompiledQuery<Row>) {
    this.statement = new Statement(name, sql);
    this.places = parameters;
  }

  run(reads: Queryable, values: Readonly<Record<string, unknown>>): Promise<Row[]> {
    const filled = this.places.map((place) =>
      typeof place === 'string' && place.startsWith(':') ? values[place.slice(1)] : place,
    );
    return this.statement.run(reads, filled);
  }
}
