import type { StreamKind } from '@easel/contracts/kernel/stream';
import { keyOf, type Table } from '@easel/kernel/database/table';
import type { ClientBase } from 'pg';
import { uuidsOf } from './uuids.ts';

/** Notes keys of which facts are parked, so that what is read of them lacks something; or that they are whole again. */
export async function markKeys<Row extends object>(
  sql: ClientBase,
  table: Table<Row>,
  keys: readonly string[],
  incomplete: boolean,
): Promise<void> {
  const key = keyOf(table);
  const type = `${table.of(key).element}[]`;
  await sql.query(
    incomplete
      ? `insert into ${table.name} (${key}) select unnest($1::${type}) on conflict do nothing`
      : `delete from ${table.name} where ${key} = any($1::${type})`,
    [[...keys]],
  );
}

/** Marks the ids of partitions that are streams of these kinds. */
export const markStreams =
  <Row extends object>(table: Table<Row>, kinds: readonly StreamKind[]) =>
  (sql: ClientBase, partitions: readonly string[], incomplete: boolean): Promise<void> => {
    const ids = partitions.flatMap((stream) => kinds.find((kind) => kind.has(stream))?.idOf(stream) ?? []);
    return markKeys(sql, table, uuidsOf(ids), incomplete);
  };
