import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import type { DeclaredTable } from '@easel/kernel/database/table';
import type { ClientBase } from 'pg';

/** What a projector's handlers gather over a batch of facts, and how it is written: set by set, never row by row. */
export interface RowBatch {
  /**
   * Runs inside the batch's transaction, with the read model's schema first on the search path. May send in a pipeline.
   */
  write(sql: ClientBase): Promise<void>;
}

/**
 * How facts become the rows of one read model. Handlers only gather; they see no database, no clock and nothing but the
 * facts, so that a replay gives the same rows whatever the batches were.
 */
export interface Projector<F extends Fact, Rows extends RowBatch> {
  readonly name: string;
  /** Of the tables' shape: a changed shape is a new version, in a schema of its own. */
  readonly version: number;
  /**
   * Whether its rows hold the words of texts, which ICU splits and folds. Rows of another ICU might not have the words
   * that searches ask for, so that each ICU has a schema of its own.
   */
  readonly holdsWords?: boolean;
  /** Of the streams that it follows; every fact in them that the code knows is handled or ignored by name. */
  readonly categories: readonly string[];
  /** Declared, or statements that make what no declaration does, names unqualified. */
  readonly tables: readonly (DeclaredTable | string)[];
  readonly indexes?: Indexes;
  /** A fresh batch. */
  readonly rows: () => Rows;
  readonly on: Partial<Handlers<F, Rows>>;
  /** Facts of which no row is made. They are known all the same: of what is unknown, the machinery keeps count. */
  readonly ignores: readonly F['type'][];
  /** What queues behind a fact that cannot be applied: facts of one key keep their order. Its stream, if absent. */
  readonly partition?: (fact: Recorded<F>) => string;
  /** Marks the rows of these partitions as lacking facts, or as whole again. */
  readonly markIncomplete: (sql: ClientBase, partitions: readonly string[], incomplete: boolean) => Promise<void>;
}

type Handlers<F extends Fact, Rows> = {
  readonly [Type in F['type']]: (fact: Recorded<Extract<F, Fact<Type>>>, rows: Rows) => void;
};

/** Every fact stands once: a handler for each that is not ignored, and none for one that is. */
type Declared<F extends Fact, Rows extends RowBatch, Ignored extends readonly F['type'][]> = Omit<
  Projector<F, Rows>,
  'ignores'
> & {
  readonly on: Readonly<Record<Exclude<F['type'], Ignored[number]>, unknown> & Partial<Record<Ignored[number], never>>>;
  readonly ignores?: Ignored & NamedOnce<Ignored>;
};

type NamedOnce<Names extends readonly string[]> = Names extends readonly [infer One, ...infer Rest extends string[]]
  ? One extends Rest[number]
    ? never
    : NamedOnce<Rest>
  : unknown;

/**
 * Declares a projector whose `on` and `ignores` together name every fact of `F` exactly once: what is left out or named
 * twice does not compile. Two calls, because the compiler infers all types of one call, or none.
 */
export const projectorOf =
  <F extends Fact, Rows extends RowBatch>() =>
  <const Ignored extends readonly F['type'][] = readonly []>(
    declared: Declared<F, Rows, Ignored>,
  ): Projector<F, Rows> => ({ ...declared, ignores: declared.ignores ?? [] });

/**
 * By its name, what follows `create index` of it: `on entry (at)`. No batch is written by them, so they are made when a
 * backlog is through: to sort all rows at once costs far less than to find the place of each.
 */
export type Indexes = Readonly<Record<string, string>>;

/** How the whole log becomes rows: every fact as it is stored, of types that this code does not know too. */
export interface LogProjector<Rows extends RowBatch> extends Pick<
  Projector<Fact, Rows>,
  'name' | 'version' | 'tables' | 'indexes' | 'rows' | 'markIncomplete'
> {
  readonly take: (stored: Recorded, rows: Rows) => void;
}

/** A projector as the machinery sees it, its types forgotten. */
export interface ReadModel {
  readonly name: string;
  readonly version: number;
  readonly schema: string;
  readonly categories: readonly string[] | 'all';
  /** It takes facts as they are stored. */
  readonly stored?: boolean;
  /** Statements that create them. */
  readonly tables: readonly string[];
  readonly indexes: Indexes;
  readonly markIncomplete: Projector<Fact, RowBatch>['markIncomplete'];
  knows(type: string): boolean;
  partition(fact: Recorded): string;
  startBatch(): Batch;
}

export interface Batch {
  /** Throws for a fact that no row can be made of. */
  add(fact: Recorded): void;
  write(sql: ClientBase): Promise<void>;
}

export function readModel<F extends Fact, Rows extends RowBatch>(projector: Projector<F, Rows>): ReadModel {
  const { name, version, holdsWords, categories, tables, indexes = {}, rows, markIncomplete } = projector;
  // The log checked each fact against its type's schema; here the type picks the handler of that very type.
  const handlers = new Map(Object.entries(projector.on)) as Map<string, (fact: Recorded, rows: Rows) => void>;
  const ignored = new Set<string>(projector.ignores);
  const partition = projector.partition as ((fact: Recorded) => string) | undefined;
  return {
    name,
    version,
    schema: holdsWords ? `${schemaOf(name, version)}_icu${ICU}` : schemaOf(name, version),
    categories,
    tables: statementsOf(tables),
    indexes,
    markIncomplete,
    knows: (type) => handlers.has(type) || ignored.has(type),
    partition: partition ?? ((fact) => fact.stream),
    startBatch() {
      const batch = rows();
      return {
        add: (fact) => handlers.get(fact.type)?.(fact, batch),
        write: (sql) => batch.write(sql),
      };
    },
  };
}

/** It lies in one partition: an index that holds a fact holds all that came before. */
export function logReadModel<Rows extends RowBatch>(projector: LogProjector<Rows>): ReadModel {
  const { name, version, tables, indexes = {}, rows, take, markIncomplete } = projector;
  return {
    name,
    version,
    schema: schemaOf(name, version),
    categories: 'all',
    stored: true,
    tables: statementsOf(tables),
    indexes,
    markIncomplete,
    knows: () => true,
    partition: () => 'log',
    startBatch() {
      const batch = rows();
      return {
        add: (fact) => take(fact, batch),
        write: (sql) => batch.write(sql),
      };
    },
  };
}

/** As a schema's name takes it: `78_3`. */
const ICU = process.versions['icu']?.replaceAll(/\W/g, '_') ?? '';

const statementsOf = (tables: readonly (DeclaredTable | string)[]): string[] =>
  tables.flatMap((one) => (typeof one === 'string' ? one : one.create));

function schemaOf(name: string, version: number): string {
  if (!/^[a-z][a-z_]{0,30}$/.test(name)) throw new TypeError(`${name} cannot name a schema`);
  return `read_${name}_v${version}`;
}
