import { inject } from 'vitest';
import type {} from './provided-context.ts';
import { startStoreProcess } from './store-process.ts';

export interface TestEventStore {
  /** For `EventStoreDBClient.connectionString`. */
  readonly connectionString: string;
  /** Asks it to end, and resolves when it has. */
  stop(): Promise<void>;
  /** As a crash would: at once, without a farewell. */
  kill(): void;
}

/**
 * The event store of the suite as a process of its own, storing in that database: the local one (from `deploy/dist`, so
 * build first), or the server that TEST_EVENT_STORE names.
 */
export async function startTestEventStore(databaseUrl: string): Promise<TestEventStore> {
  const { child, connectionString, exited } = await startStoreProcess(inject('eventStoreCommand'), { databaseUrl });
  return {
    connectionString,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
