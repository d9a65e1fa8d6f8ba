import { describeBlobStore } from '../../files/blob-store.contract.ts';
import { describeBus } from '../../bus/bus.contract.ts';
import { describeBook } from '../../following/process-book.contract.ts';
import { describeKernelRows } from '../../database/kernel-rows.contract.ts';
import { describeDerivedRows } from '../../files/derived-rows.contract.ts';
import { describeLocks } from '../../following/locks.contract.ts';
import { describeLogStore } from '../../log/log-store.contract.ts';
import { MemoryDisk } from './memory-blobs.ts';
import { MemoryBook } from './memory-book.ts';
import { MemoryBusServer } from './memory-bus.ts';
import { MemoryClaimedKeys } from './memory-claimed-keys.ts';
import { MemoryDatabase } from './memory-database.ts';
import { MemoryDerivedRows } from './memory-derived-rows.ts';
import { MemoryEventStore } from './memory-event-store.ts';
import { MemoryLocks } from './memory-locks.ts';
import { MemoryOutbox } from './memory-outbox.ts';
import { MemoryPersonKeys } from './memory-person-keys.ts';
import { MemorySnapshots } from './memory-snapshots.ts';

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

describeKernelRows('in memory', () => {
  const pool = new MemoryDatabase().connect();
  return Promise.resolve({
    personKeys: new MemoryPersonKeys(pool),
    claimedKeys: new MemoryClaimedKeys(pool),
    snapshots: new MemorySnapshots(pool),
    outbox: new MemoryOutbox(pool),
    inTransaction: (work) => pool.inTransaction(work),
    remove,
  });
});

describeBlobStore('in memory', () => {
  const disk = new MemoryDisk();
  return Promise.resolve({
    store: disk.connect(),
    age: async (blob, putAt) => void Object.assign(disk.blobs.get(blob) ?? {}, { putAt }),
    files: async () => disk.blobs.size + disk.incoming.size + disk.removing.size,
    remove,
  });
});

describeBus('memory', () => {
  const server = new MemoryBusServer();
  return Promise.resolve({
    open: async (logger) => server.open(logger),
    stop: async () => server.stop(),
    start: async () => server.start(),
    hang: () => undefined,
    goOn: () => undefined,
    remove,
  });
});

describeDerivedRows('in memory', () => {
  const rows = new MemoryDerivedRows(new MemoryDatabase().connect());
  return Promise.resolve({
    rows,
    made: (key, blob, bytes) => rows.made(key, { blob, bytes }),
    failed: (key, heldMs) => rows.failed(key, 'failed', heldMs),
    remove,
  });
});
