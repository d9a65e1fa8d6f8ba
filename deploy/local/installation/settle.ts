import { catalogue } from '@easel/contracts/catalogue';
import { createPool } from '@easel/kernel/database';
import { EventLog } from '@easel/kernel/event-log';
import { migrateKernel } from '@easel/kernel/foundation';
import { Sealer } from '@easel/kernel/sealing';
import { eventStoreName } from '../given/event-store-address.ts';
import { databaseName } from '../given/postgres-probe.ts';
import type { Settle } from '../platform.ts';
import { settleInstallation } from './installation.ts';

/** As `settleInstallation`, over connections of its own, for the parts that this environment names. */
export const settle: Settle = async (env) => {
  const { DATABASE_URL = '', EVENT_STORE_URL = '', MASTER_KEY = '' } = env;
  const pool = createPool(DATABASE_URL, { max: 2, name: 'easel start' });
  const sealer = new Sealer(pool, MASTER_KEY);
  const log = new EventLog(EVENT_STORE_URL, catalogue, sealer);
  const names = { database: databaseName(DATABASE_URL), log: eventStoreName(EVENT_STORE_URL) };
  try {
    await migrateKernel(pool);
    await settleInstallation({ pool, log, sealer, names });
  } finally {
    await log.close();
    await pool.end();
  }
};
