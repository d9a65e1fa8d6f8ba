import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { root } from '../server-projects.mjs';

/** The native compiler. Its launcher is a Node script, and killing that leaves the compiler running. */
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
      child.kill('SIGKILL'); // while it compiles it ignores SIGTERM; a kill loses nothing
      return ended;
    },
  };
}

const isWorthTelling = (line: string): boolean =>
  line.trim() !== '' && !/Starting compilation|Starting incremental|File change detected|Found 0 errors/.test(line);
