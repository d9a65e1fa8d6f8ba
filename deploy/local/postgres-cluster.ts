import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, readFileSync } from 'node:fs';
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { launch, type Launcher } from './postgres-launcher.ts';

const advice = `
As root, PostgreSQL needs "unshare" or "setpriv" (of util-linux) to reach closed folders; neither works here. Install
util-linux, start as a plain user, or move this folder to where every user may pass.`;

/** The superuser of every cluster made here. */
export const superuser = 'postgres';

/**
 * The superuser's password, after making the cluster where there is none. It is built beside its place and renamed, so
 * a crash leaves nothing half made. The password lives beside the data directory, in `<name>.password`, mode 0600.
 */
export async function ensureCluster(dataDir: string, initdb: string, launcher: Launcher): Promise<string> {
  const passwordFile = `${dataDir}.password`;
  if (existsSync(join(dataDir, 'PG_VERSION'))) {
    try {
      return readFileSync(passwordFile, 'utf8').trim();
    } catch (cause) {
      throw new Error(`${passwordFile} is needed to sign in to the database in ${dataDir}`, { cause });
    }
  }
  const { account } = launcher;
  const unfinished = `${dataDir}.new`;
  await mkdir(dirname(dataDir), { recursive: true, mode: 0o700 });
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  const password = randomBytes(24).toString('base64url');
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account) await Promise.all([unfinished, passwordFile].map((path) => chown(path, account.uid, account.gid)));
  const args = [`--pgdata=${unfinished}`, `--username=${superuser}`, `--pwfile=${passwordFile}`];
  await runInitdb(initdb, args, launcher);
  await rename(unfinished, dataDir);
  return password;
}

/** Gives the files to the account that the launcher runs as, where it runs as another than their owner. */
export async function handOver(dataDir: string, launcher: Launcher, owner: number): Promise<void> {
  const { account } = launcher;
  if (!account || account.uid === owner) return;
  chownSync(`${dataDir}.password`, account.uid, account.gid);
  const [code] = (await once(spawn('chown', ['-R', `${account.uid}:${account.gid}`, dataDir]), 'exit')) as [number];
  if (code !== 0) throw new Error(`${dataDir} cannot be given to the user ${account.uid}`);
}

async function runInitdb(initdb: string, args: readonly string[], launcher: Launcher): Promise<void> {
  // Order and letter case come from PostgreSQL itself, the same on every machine; only the text search's word breaks
  // ask the system, which may not know C.UTF-8.
  const common = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const access = ['--auth=scram-sha-256'];
  for (const ctype of ['C.UTF-8', 'C']) {
    const call = launch(launcher, initdb, [...args, ...access, ...common, `--lc-ctype=${ctype}`]);
    const child = spawn(call.program, call.args, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], ...call.user });
    const exit = once(child, 'close') as Promise<[number | null]>;
    const [complaint, [code]] = await Promise.all([text(child.stderr), exit]);
    if (code === 0) return;
    if (ctype === 'C' || !complaint.includes('invalid locale')) {
      throw new Error(`initdb failed: ${complaint.trim()}${launcher.way === 'other-user' ? advice : ''}`);
    }
  }
}
