import { join } from 'node:path';
import { type Postgres, startPostgres } from '../../local/postgres.ts';

/** A past that is cut off begins again, so nothing has to be on the disk before the clean stop at its end. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  checkpoint_timeout: '1d',
  max_wal_size: '4GB',
  autovacuum: 'off',
};

/** Starts the PostgreSQL of a data folder, which need not exist. */
export const startPastDatabase = (folder: string): Promise<Postgres> =>
  startPostgres({ dataDir: join(folder, 'postgres'), log: join(folder, 'logs', 'postgres.log'), settings });
