import { existsSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isPostmasterOf, readPostmaster } from '../../local/postmaster.ts';
import { goneWithin, processStart, signal } from '../../local/process-table.ts';

const GONE_WITHIN_MS = 5_000;

/** Where a process lives its past, until it is whole. */
export const unfinished = (into: string): string => `${into}.${process.pid}`;

/** Clears away what was left by those who were killed, with the database that outlived them. */
export async function clearLeftOver(into: string): Promise<void> {
  if (!existsSync(dirname(into))) return;
  for (const name of readdirSync(dirname(into))) {
    const pid = Number(name.startsWith(`${basename(into)}.`) ? name.slice(basename(into).length + 1) : undefined);
    if (!Number.isInteger(pid) || processStart(pid) !== undefined) continue;
    const folder = join(dirname(into), name);
    const server = endDatabase(folder);
    if (server !== undefined) await goneWithin(server, GONE_WITHIN_MS);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The database of an unfinished past ends at once; answers its process. */
export function endDatabase(folder: string): number | undefined {
  const place = join(folder, 'postgres');
  const dataDir = existsSync(place) ? realpathSync(place) : undefined;
  const server = dataDir === undefined ? undefined : readPostmaster(dataDir);
  if (dataDir === undefined || !server || !isPostmasterOf(server.pid, dataDir)) return undefined;
  signal(server.pid, 'SIGQUIT');
  return server.pid;
}
