import { describeBook } from '../../process-book.contract.ts';
import { describeLocks } from '../../locks.contract.ts';
import { describeLogStore } from '../../log-store.contract.ts';
import { MemoryBook } from './memory-book.ts';
import { MemoryDatabase } from './memory-database.ts';
import { MemoryEventStore } from './memory-event-store.ts';
import { MemoryLocks } from './memory-locks.ts';

const remove = (): Promise<void> => Promise.resolve();

describeLogStore('in memory', () => {
  const store = new MemoryEventStore();
  return Promise.resolve({ here: store.connect(), there: store.connect(), remove });
});

describeBook('in memory', () => {
  const database = new MemoryDatabase();
  const [here, there] = [new MemoryBook(database.connect()), new MemoryBook(database.connect())];
  return Promise.resolve({ here, there, remove });
});

describeLocks('in memory', () => {
  const database = new MemoryDatabase();
  const [here, there] = [new MemoryLocks(database.connect()), new MemoryLocks(database.connect())];
  return Promise.resolve({
    here,
    there,
    work: () => Promise.resolve(),
    cut: () => Promise.resolve(here.lose()),
    remove,
  });
});
