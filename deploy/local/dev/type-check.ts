import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../server-projects.mjs';

/** Reports type errors as the sources change, some seconds after a change is in force. Runs at low priority. */
export function watchTypes(tell: (line: string) => void): { stop(): Promise<void> } {
  const compiler = join(root, 'node_modules/typescript7/bin/tsc');
  const args = ['-b', '--watch', '--preserveWatchOutput', '--pretty'];
  const child = spawn(process.execPath, [compiler, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (isWorthTelling(line)) tell(line);
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    stop: () => {
      // After SIGTERM the compiler first finishes what it is compiling, half a minute at worst. A kill loses nothing.
      child.kill('SIGKILL');
      return ended;
    },
  };
}

const isWorthTelling = (line: string): boolean =>
  line.trim() !== '' && !/Starting compilation|Starting incremental|File change detected|Found 0 errors/.test(line);
