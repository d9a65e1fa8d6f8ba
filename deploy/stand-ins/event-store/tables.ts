import pg from 'pg';
import { ROW_COLUMNS } from './rows.ts';

/**
 * One row an event; of these nothing is ever updated. Head revisions and known ids are read from the indexes, so an
 * append costs one insert. Ids come in no order, and are only ever asked for one by one: a hash takes them in at half
 * the cost of a tree. Names compare by bytes ("C"), as the protocol does.
 */
export const createTables = (schema: string) => {
  const name = pg.escapeIdentifier(schema);
  return `
    create schema if not exists ${name};
    create table if not exists ${name}.events (
      position bigint primary key,
      stream text collate "C" not null,
      revision bigint not null,
      id uuid not null,
      type text collate "C" not null,
      json boolean not null,
      created bigint not null,
      metadata bytea not null,
      data bytea not null,
      constraint events_stream_revision unique (stream, revision)
    );
    create index if not exists events_id on ${name}.events using hash (id);
    create table if not exists ${name}.checkpoints (
      subscription uuid primary key,
      next bigint not null
    );
    comment on table ${name}.checkpoints is
      'per persistent subscription the first revision, or position of $all, that is not known to be handled';
    comment on column ${name}.events.created is 'ticks of 100 ns since 1970';`;
};

/** Index entries of PostgreSQL end at 2.7 kB; a name stays well below. */
export const MAX_NAME_BYTES = 2000;

/**
 * For connections that read. Each statement has an index that gives its rows in order; without statistics, as of a
 * table that was just filled, the planner would rather sort a whole stream for every page of it.
 */
export const READ_SETTINGS = '-c enable_seqscan=off -c enable_bitmapscan=off -c enable_sort=off';

export type Statements = ReturnType<typeof statements>;

/** The statements, named so that each connection prepares them once. */
export function statements(schema: string) {
  const events = `${pg.escapeIdentifier(schema)}.events`;
  const checkpoints = `${pg.escapeIdentifier(schema)}.checkpoints`;
  const columns = 'position, stream, revision, id, type, json, created, metadata, data';
  // A page ends at $3 rows, or earlier where the rows before weigh $4 bytes: it holds one row whatever that weighs.
  const page = (where: string, order: string) => `
    select ${columns} from (
      select ${columns}, sum(octet_length(metadata) + octet_length(data))
        over (order by ${order} rows between unbounded preceding and 1 preceding) as bytes_before
      from ${events} where ${where} order by ${order} limit $3
    ) page where coalesce(bytes_before, 0) < $4 order by ${order}`;
  return {
    lastPosition: { name: 'last-position', text: `select coalesce(max(position), 0) from ${events}` },
    copyIn: `copy ${events} (${ROW_COLUMNS}) from stdin (format binary)`,
    heads: {
      name: 'heads',
      text: `select wanted.stream, coalesce((select revision from ${events} e where e.stream = wanted.stream
          order by revision desc limit 1), -1),
          (select data from ${events} e where e.stream = '$$' || wanted.stream order by revision desc limit 1)
        from unnest($1::text[]) as wanted (stream)`,
    },
    occurrences: {
      name: 'occurrences',
      // In no order: asked for one, these connections would rather walk the whole log in it than the index of ids.
      text: `select e.id, e.stream, e.revision, e.position
        from unnest($1::uuid[]) as wanted (id) join ${events} e on e.id = wanted.id`,
    },
    at: {
      name: 'at',
      text: `select ${columns.replaceAll(/\w+/g, 'e.$&')}
        from unnest($1::text[], $2::bigint[]) as wanted (stream, revision)
        join ${events} e on e.stream = wanted.stream and e.revision = wanted.revision and e.position <= $3`,
    },
    checkpoints: { name: 'checkpoints', text: `select subscription, next from ${checkpoints}` },
    saveCheckpoint: {
      name: 'save-checkpoint',
      text: `insert into ${checkpoints} (subscription, next) values ($1, $2)
        on conflict (subscription) do update set next = excluded.next`,
    },
    dropCheckpoint: { name: 'drop-checkpoint', text: `delete from ${checkpoints} where subscription = $1` },
    // $1 from, $2 the last position that is published
    allForwards: { name: 'all-forwards', text: page('position >= $1 and position <= $2', 'position') },
    allBackwards: { name: 'all-backwards', text: page('position <= $1 and position <= $2', 'position desc') },
    // the same, of the stream $5
    streamForwards: {
      name: 'stream-forwards',
      text: page('stream = $5 and revision >= $1 and position <= $2', 'revision'),
    },
    streamBackwards: {
      name: 'stream-backwards',
      text: page('stream = $5 and revision <= $1 and position <= $2', 'revision desc'),
    },
  };
}
