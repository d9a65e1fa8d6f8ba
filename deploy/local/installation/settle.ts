import { migrateKernel } from '@easel/kernel/server/foundation';
import type { Settle } from '../platform.ts';
import { withParts } from './connect.ts';
import { settleInstallation } from './installation.ts';

/** As `settleInstallation`, for the parts that this environment names. */
export const settle: Settle = ({ DATABASE_URL = '', EVENT_STORE_URL = '', MASTER_KEY = '' }) =>
  withParts({ databaseUrl: DATABASE_URL, eventStoreUrl: EVENT_STORE_URL, masterKey: MASTER_KEY }, async (parts) => {
    await migrateKernel(parts.pool);
    await settleInstallation(parts);
  });
