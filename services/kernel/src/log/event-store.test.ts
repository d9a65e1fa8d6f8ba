import { EventStore } from './event-store.ts';
import { describeLogStore, type LogServer } from './log-store.contract.ts';
import { createTestDatabase } from '../testing/database.ts';
import { startTestEventStore } from '../testing/event-store.ts';

describeLogStore('in EventStoreDB', async (): Promise<LogServer> => {
  const database = await createTestDatabase();
  const store = await startTestEventStore(database.url);
  const [here, there] = [new EventStore(store.connectionString), new EventStore(store.connectionString)];
  return {
    here,
    there,
    remove: async () => {
      await Promise.all([here.close(), there.close()]);
      await store.stop();
      await database.drop();
    },
  };
});
