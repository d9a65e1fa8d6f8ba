import { mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPostmasterOf, readPostmaster } from '../postmaster.ts';
import { startPostgres } from '../postgres.ts';
import { goneWithin, processStart, signal } from '../process-table.ts';

const prefix = join(tmpdir(), 'easel-test-');

export interface TemporaryPostgres {
  /** A superuser's. */
  readonly url: string;
  /** Resolves when server and folder are gone. */
  stop(): Promise<void>;
  /** Ends it without waiting; what is left of its folder the next run clears away. */
  kill(): void;
}

/** A PostgreSQL in a temporary folder that goes with it. */
export async function startTemporaryPostgres(): Promise<TemporaryPostgres> {
  await sweep();
  const folder = mkdtempSync(prefix);
  writeFileSync(join(folder, 'owner.json'), JSON.stringify(myself()));
  const postgres = await startPostgres({
    dataDir: join(folder, 'postgres'),
    log: join(folder, 'postgres.log'),
    // No test pulls the plug, and what a killed process wrote is kept by the kernel: syncing would only cost time.
    settings: { fsync: 'off', max_connections: '200', shared_buffers: '128MB' },
  });
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    kill: () => postgres.kill(),
  };
}

function myself() {
  return { pid: process.pid, start: processStart(process.pid) };
}

/** A run that was killed leaves its server and folder behind; the next one clears them away. */
async function sweep(): Promise<void> {
  const folders = readdirSync(tmpdir()).map((name) => join(tmpdir(), name));
  for (const folder of folders.filter((path) => path.startsWith(prefix))) {
    try {
      const owner = JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8')) as ReturnType<typeof myself>;
      if (owner.start === undefined || processStart(owner.pid) === owner.start) continue;
      const dataDir = realpathSync(join(folder, 'postgres'));
      const server = readPostmaster(dataDir);
      if (server && isPostmasterOf(server.pid, dataDir)) {
        signal(server.pid, 'SIGQUIT');
        await goneWithin(server.pid, 5_000);
      }
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // another user's, or being made this moment
    }
  }
}
