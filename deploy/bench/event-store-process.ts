import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild } from '../local/child-process.ts';

/** The local event store as a process of its own, beside a benchmark in this one. */
export async function startEventStoreProcess(
  folder: string,
  postgresUrl: string,
): Promise<{ connectionString: string; stop: () => Promise<void> }> {
  let port = 0;
  // As this file is: a source or compiled.
  const program = fileURLToPath(new URL(`../local/event-store/main${extname(import.meta.url)}`, import.meta.url));
  const child = await startChild({
    name: 'event store',
    program: process.execPath,
    args: [program, '--port', '0', '--postgres', postgresUrl, '--insecure'],
    env: process.env,
    log: join(folder, 'event-store.log'),
    warn: (line) => process.stderr.write(`${line}\n`),
    ready: (line) => {
      port = (JSON.parse(line) as { port?: number }).port ?? port;
      return port !== 0;
    },
  });
  return { connectionString: `esdb://127.0.0.1:${port}?tls=false`, stop: () => child.stop() };
}
