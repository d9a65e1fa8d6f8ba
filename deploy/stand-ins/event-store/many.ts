import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { type EventStore, startEventStore } from './server.ts';

// Serves an event store for each database that it is asked for, all in this process. Tests need one for every file, and
// most of the cost of a store is the start of its process. Reads lines of JSON from standard input, {"id", "start":
// URL} or {"id", "stop": PORT}, and answers each with {"id", "port"?, "error"?}. Ends with its input.

interface Request {
  id: number;
  /** The database. */
  start?: string;
  stop?: number;
}

const { values } = parseArgs({ options: { awkward: { type: 'boolean', default: false } } });
const logger = pino({ level: 'silent' });
const stores = new Map<number, EventStore>();

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line) as Request;
  void answer(request).then(
    (port) => process.stdout.write(`${JSON.stringify({ id: request.id, port })}\n`),
    (error: unknown) => process.stdout.write(`${JSON.stringify({ id: request.id, error: String(error) })}\n`),
  );
}
process.exit();

async function answer({ start: postgresUrl, stop = 0 }: Request): Promise<number> {
  if (postgresUrl === undefined) {
    await stores.get(stop)?.close();
    stores.delete(stop);
    return stop;
  }
  const store = await startEventStore({
    host: '127.0.0.1',
    port: 0,
    postgresUrl,
    schema: 'store',
    insecure: true,
    awkward: values.awkward,
    logger,
  });
  stores.set(store.port, store);
  return store.port;
}
