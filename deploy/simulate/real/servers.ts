import { pino } from 'pino';
import { startTemporaryPostgres } from '../../local/testing/temporary-postgres.ts';
import type { OpenStage } from '../stage.ts';
import { Databases } from './databases.ts';
import { openRealStage } from './real-stage.ts';

export interface Servers {
  readonly openStage: OpenStage;
  close(): Promise<void>;
}

/** What lives one after another stand on: a PostgreSQL in a temporary folder, which goes with it. */
export async function openServers(): Promise<Servers> {
  const postgres = await startTemporaryPostgres();
  const end = (signal: NodeJS.Signals): void => {
    postgres.kill();
    process.kill(process.pid, signal);
  };
  process.once('SIGINT', end).once('SIGTERM', end);
  const databases = await Databases.open(postgres.url, pino({ level: 'silent' }));
  return {
    openStage: openRealStage(databases),
    close: async () => {
      await databases.close();
      await postgres.stop();
      process.off('SIGINT', end).off('SIGTERM', end);
    },
  };
}
