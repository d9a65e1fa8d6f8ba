import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild } from '../local/child-process.ts';

/** Shown by whoever such a server takes for the one caller that it knows. */
export const TOKEN = 'the-one-token-there-is';

export interface ServerProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts a server of the benches, a program beside this file that announces its address, as a process of its own. */
export async function startServerProcess(
  folder: string,
  program: string,
  args: readonly string[],
): Promise<ServerProcess> {
  let address = '';
  const child = await startChild({
    name: program,
    program: process.execPath,
    args: [fileURLToPath(new URL(`./${program}${extname(import.meta.url)}`, import.meta.url)), ...args],
    env: { ...process.env, NODE_ENV: 'production' },
    log: join(folder, `${program}.log`),
    warn: (line) => process.stderr.write(`${line}\n`),
    ready: (line) => {
      address = (JSON.parse(line) as { address?: string }).address ?? address;
      return address !== '';
    },
  });
  return { url: address, pid: child.pid, stop: () => child.stop() };
}
