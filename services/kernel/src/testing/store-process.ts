import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/**
 * Program and first arguments of the server that tests are to run on instead of the local event store; undefined where
 * TEST_EVENT_STORE names none. A JSON array of words, or a line as a shell reads it.
 */
export function otherStoreCommand({ TEST_EVENT_STORE: said = '' }: NodeJS.ProcessEnv): string[] | undefined {
  if (said.trim() === '') return undefined;
  if (!said.trimStart().startsWith('[')) return ['/bin/sh', '-c', `exec ${said} "$@"`, 'sh'];
  const words = JSON.parse(said) as unknown[];
  if (words.length > 0 && words.every((word) => typeof word === 'string')) return words;
  throw new Error('TEST_EVENT_STORE must be a line of words, or a JSON array of them, the program first');
}

export interface StoreProcess {
  readonly child: ChildProcess;
  readonly port: number;
  /** For `EventStoreDBClient.connectionString`. */
  readonly connectionString: string;
  /** Resolves when it has ended. */
  readonly exited: Promise<unknown>;
}

export interface StoreProcessOptions {
  /**
   * Its data belong to this address, and are there again when it is started with it again. Its password is PGPASSWORD.
   */
  databaseUrl: string;
  /** 0 takes a free one. */
  port?: number;
  env?: NodeJS.ProcessEnv;
}

/** Starts an event store that anybody may use, as a process of its own; resolves once it serves. */
export async function startStoreProcess(
  [program = '', ...first]: readonly string[],
  { databaseUrl, port = 0, env = {} }: StoreProcessOptions,
): Promise<StoreProcess> {
  const address = new URL(databaseUrl);
  const PGPASSWORD = decodeURIComponent(address.password); // everybody can read arguments
  address.password = '';
  const options = ['--port', String(port), '--postgres', address.href, '--schema', 'store', '--insecure'];
  const child = spawn(program, [...first, ...options], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // It ends with its stdin, so no test file can leave it behind.
    env: { ...process.env, PGPASSWORD, EASEL_EXIT_WITH_PARENT: '1', ...env },
  });
  const exited = once(child, 'exit');
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-4_000)));
  const ready = await Promise.race([
    onceReady(child.stdout),
    exited.then(([code]) => {
      throw new Error(`the event store ended with ${String(code)} before it was ready:\n${complaint}`);
    }),
  ]);
  child.stdout.resume();
  return { child, ...ready, exited };
}

/** What the line `{"ready":true,"port":N}` says, which may tell a `connectionString` as well. */
async function onceReady(stdout: Readable): Promise<Pick<StoreProcess, 'port' | 'connectionString'>> {
  for await (const line of createInterface({ input: stdout })) {
    if (!line.startsWith('{')) continue;
    const said = JSON.parse(line) as { ready?: unknown; port?: unknown; connectionString?: unknown };
    if (said.ready !== true || typeof said.port !== 'number') continue;
    const { port, connectionString = `esdb://127.0.0.1:${port}?tls=false` } = said;
    return { port, connectionString: String(connectionString) };
  }
  return new Promise(() => undefined); // its output ended: the exit tells why
}
