import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { startTestEventStore } from './event-store.ts';
import { onLocalStore } from './on-local-store.ts';
import { otherStoreCommand, startStoreProcess } from './store-process.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());

test('what was acknowledged before a crash is there for the next one on the same database', async () => {
  const first = await startTestEventStore(database.url);
  const writer = EventStoreDBClient.connectionString(first.connectionString);
  await writer.appendToStream('painting-1', jsonEvent({ type: 'Painted', data: { colour: 'ochre' } }));
  await writer.dispose();
  first.kill();
  const second = await startTestEventStore(database.url);
  const reader = EventStoreDBClient.connectionString(second.connectionString);
  const colours: unknown[] = [];
  for await (const { event } of reader.readStream('painting-1')) colours.push(event?.data);
  expect(colours).toEqual([{ colour: 'ochre' }]);
  await reader.dispose();
  await second.stop();
});

// To another server the address is a name by which it keeps its data, and no database.
onLocalStore('one that cannot start says why', async () => {
  await expect(startTestEventStore('postgres://nobody@127.0.0.1:1/none')).rejects.toThrow(/before it was ready/);
});

test.each([
  ['a line as a shell reads it', (text: string) => `node --eval '${text}' --`],
  ['a JSON array', (text: string) => JSON.stringify(['node', '--eval', text, '--'])],
])('another server is named by %s, is told where its data are, and may tell how it is called', async (_, command) => {
  const program = `
    const told = process.argv.slice(1).join(" ") + process.env.PGPASSWORD;
    console.log("starting");
    console.log(JSON.stringify({ ready: true, port: 7, connectionString: "esdb://elsewhere:2113?told=" + told }));
    process.stdin.resume().on("end", () => process.exit());
  `;
  const other = otherStoreCommand({ TEST_EVENT_STORE: command(program) });
  const { child, connectionString, port, exited } = await startStoreProcess(other ?? [], {
    databaseUrl: 'postgres://its:key@host/data',
  });
  child.stdin?.end();
  expect(await exited).toEqual([0, null]);
  const told = '--port 0 --postgres postgres://its@host/data --schema store --insecurekey';
  expect([port, connectionString]).toEqual([7, `esdb://elsewhere:2113?told=${told}`]);
});

test('nobody names another server, or one that is none', () => {
  for (const said of [undefined, '', ' ']) expect(otherStoreCommand({ TEST_EVENT_STORE: said })).toBeUndefined();
  for (const said of ['[]', '[1]']) {
    expect(() => otherStoreCommand({ TEST_EVENT_STORE: said })).toThrow('TEST_EVENT_STORE must be');
  }
});
