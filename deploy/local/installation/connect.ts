import { catalogue } from '@easel/contracts/catalogue';
import { createPool } from '@easel/kernel/database/database';
import { EventLog } from '@easel/kernel/log/event-log';
import { PostgresPersonKeys } from '@easel/kernel/identity/person-keys-postgres';
import { Sealer } from '@easel/kernel/identity/sealing';
import { eventStoreName } from '../given/event-store-address.ts';
import { databaseName } from '../given/postgres-probe.ts';
import type { Pieces } from '../tool-settings.ts';
import type { Parts } from './installation.ts';

/** Does one thing over connections of its own. */
export async function withParts<T>(pieces: Pieces, work: (parts: Parts) => Promise<T>): Promise<T> {
  const { databaseUrl, eventStoreUrl, masterKey } = pieces;
  const pool = createPool(databaseUrl, { max: 2, name: 'easel start' });
  const sealer = new Sealer(new PostgresPersonKeys(pool), masterKey);
  const log = new EventLog(eventStoreUrl, catalogue, sealer);
  try {
    const names = { database: databaseName(databaseUrl), log: eventStoreName(eventStoreUrl) };
    return await work({ pool, log, sealer, names });
  } finally {
    await log.close();
    await pool.end();
  }
}
