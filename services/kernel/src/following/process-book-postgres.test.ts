import { createPool, migrate } from '../database/database.ts';
import { describeBook } from './process-book.contract.ts';
import { PostgresBook, processTables, subscriptionTables } from './process-book-postgres.ts';
import { createTestDatabase } from '../testing/database.ts';

describeBook('in PostgreSQL', async () => {
  const database = await createTestDatabase();
  const [one, other] = ['here', 'there'].map((name) => createPool(database.url, { max: 3, name }));
  if (!one || !other) throw new Error('there are two pools');
  await migrate(one, { processes: [...subscriptionTables, ...processTables] });
  return {
    here: new PostgresBook(one),
    there: new PostgresBook(other),
    remove: async () => {
      await Promise.all([one.end(), other.end()]);
      await database.drop();
    },
  };
});
