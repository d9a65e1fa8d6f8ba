import { PostgresBook } from '@easel/kernel/following/process-book-postgres';
import { MemoryBook } from '@easel/kernel/testing/twins/memory-book';
import { MemoryRenderQueue } from '../testing/twins/memory-render-queue.ts';
import { inMemory, inPostgres } from '../testing/twins/stores.ts';
import { describeRenderQueueStore } from './render-queue-store.contract.ts';
import { StoredRenderQueue } from './render-queue.tables.ts';

describeRenderQueueStore('in PostgreSQL', () =>
  inPostgres((pool) => ({ queue: new StoredRenderQueue(pool), book: new PostgresBook(pool) })),
);
describeRenderQueueStore('in memory', () =>
  inMemory((pool) => ({ queue: new MemoryRenderQueue(pool), book: new MemoryBook(pool) })),
);
