import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Socket } from 'node:net';
import { inject } from 'vitest';
import { startTestEventStore, type TestEventStore } from './event-store.ts';
import type {} from './provided-context.ts';
import { otherStoreCommand } from './store-process.ts';

/** An event store that shares its process with those of other test files, so it cannot be killed. */
export type SharedEventStore = Omit<TestEventStore, 'kill'>;

/** Starts an event store on this database in the one process that this worker has for all its stores. */
export async function startSharedEventStore(databaseUrl: string): Promise<SharedEventStore> {
  const command = inject('localEventStoreCommand').map((word) => word.replace(/(?<=[/\\])main(?=\.[jt]s$)/, 'many'));
  const program = command.find((word) => /[/\\]many\.[jt]s$/.test(word));
  const isShared = program !== undefined && existsSync(program) && otherStoreCommand(process.env) === undefined;
  if (!isShared) return startTestEventStore(databaseUrl);
  if (!stores?.isRunning) stores = new EventStores(command);
  const { ask } = stores;
  const port = await ask({ start: databaseUrl });
  return {
    connectionString: `esdb://127.0.0.1:${port}?tls=false`,
    stop: async () => void (await ask({ stop: port })),
  };
}

let stores: EventStores | undefined;

interface Answer {
  id: number;
  port?: number;
  error?: string;
}

/** The process of `many.ts`. It ends with its standard input, and so with this worker. */
class EventStores {
  isRunning = true;
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, PromiseWithResolvers<number>>();
  private asked = 0;

  constructor([program = '', ...args]: readonly string[]) {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.child = child;
    createInterface({ input: child.stdout }).on('line', (line) => this.hear(JSON.parse(line) as Answer));
    child.on('error', () => this.end());
    child.on('exit', () => this.end());
    child.stdin.on('error', () => undefined); // the exit says so as well
    child.unref();
    for (const pipe of [child.stdin, child.stdout]) (pipe as unknown as Socket).unref();
  }

  readonly ask = (request: { start: string } | { stop: number }): Promise<number> => {
    const answer = Promise.withResolvers<number>();
    const id = ++this.asked;
    this.waiting.set(id, answer);
    this.child.stdin?.write(`${JSON.stringify({ id, ...request })}\n`);
    return answer.promise;
  };

  private hear({ id, port = 0, error }: Answer): void {
    if (error === undefined) this.waiting.get(id)?.resolve(port);
    else this.waiting.get(id)?.reject(new Error(`the event store could not be started or stopped: ${error}`));
    this.waiting.delete(id);
  }

  private end(): void {
    this.isRunning = false;
    for (const { reject } of this.waiting.values()) reject(new Error('the process of the event stores has ended'));
    this.waiting.clear();
  }
}
