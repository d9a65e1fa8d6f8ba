import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { inject } from 'vitest';
import type {} from './provided-context.ts';

export interface TestEventStore {
  /** For `EventStoreDBClient.connectionString`. */
  readonly connectionString: string;
  /** Asks it to end, and resolves when it has. */
  stop(): Promise<void>;
  /** As a crash would: at once, without a farewell. */
  kill(): void;
}

/** The local event store as a process of its own (from `deploy/dist`, so build first), storing in that database. */
export async function startTestEventStore(databaseUrl: string): Promise<TestEventStore> {
  const [program = '', ...first] = inject('eventStoreCommand');
  const address = new URL(databaseUrl);
  const PGPASSWORD = decodeURIComponent(address.password); // everybody can read arguments
  address.password = '';
  const options = ['--port', '0', '--postgres', address.href, '--schema', 'store', '--insecure'];
  const child = spawn(program, [...first, ...options], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // It ends with its stdin, so no test file can leave it behind.
    env: { ...process.env, PGPASSWORD, EASEL_EXIT_WITH_PARENT: '1' },
  });
  const exited = once(child, 'exit');
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-4_000)));
  const port = await Promise.race([
    portOnceReady(child.stdout),
    exited.then(([code]) => {
      throw new Error(`the event store ended with ${String(code)} before it was ready:\n${complaint}`);
    }),
  ]);
  child.stdout.resume();
  return {
    connectionString: `esdb://127.0.0.1:${port}?tls=false`,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

async function portOnceReady(stdout: Readable): Promise<number> {
  const lines = createInterface({ input: stdout });
  for await (const line of lines) {
    if (!line.startsWith('{')) continue;
    const said = JSON.parse(line) as { ready?: unknown; port?: unknown };
    if (said.ready === true && typeof said.port === 'number') return said.port;
  }
  return new Promise(() => undefined); // its output ended: the exit tells why
}
