import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { root } from '../server-projects.mjs';

/** The program itself: its launcher, a Node script, would leave it running when it is ended. */
const { default: pathOfCompiler } = (await import(
  pathToFileURL(join(root, 'node_modules/typescript7/lib/getExePath.js')).href
)) as { default: () => string };
const compiler = pathOfCompiler();

/** Reports type errors as the sources change, some seconds after a change is in force. Runs at low priority. */
export function watchTypes(tell: (line: string) => void): { stop(): Promise<void> } {
  const args = ['-b', '--watch', '--preserveWatchOutput', '--pretty'];
  const child = spawn(compiler, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (isWorthTelling(line)) tell(line);
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    stop: () => {
      child.kill('SIGKILL'); // amid a compilation it outlives SIGTERM; it keeps nothing that a kill would spoil
      return ended;
    },
  };
}

const isWorthTelling = (line: string): boolean =>
  line.trim() !== '' && !/Starting compilation|Starting incremental|File change detected|Found 0 errors/.test(line);
