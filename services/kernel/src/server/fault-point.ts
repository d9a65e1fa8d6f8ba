import { closeSync, openSync } from 'node:fs';

const armed = parse(process.env['EASEL_FAULT_POINT']);
const onceFile = process.env['EASEL_FAULT_ONCE_FILE'];
let passes = 0;
let listener: ((name: string) => void) | undefined;

/**
 * Tells a simulation of every pass from now on: what it throws ends whoever passes. Undefined tells nobody any more.
 */
export function tellFaultPoints(to: ((name: string) => void) | undefined): void {
  listener = to;
}

/**
 * A named instant at which a test may kill this process: with EASEL_FAULT_POINT=`name` at its first pass, with
 * `name#n` at its n-th. Where EASEL_FAULT_ONCE_FILE names a file, only the process that creates that file dies.
 */
export function faultPoint(name: string): void {
  listener?.(name);
  if (armed?.name !== name) return;
  passes += 1;
  if (passes !== armed.pass || !isFirst()) return;
  process.kill(process.pid, 'SIGKILL');
  // The signal may be delivered a moment later: nothing of this thread runs until then.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

function parse(setting: string | undefined): { name: string; pass: number } | undefined {
  if (!setting) return undefined;
  const [name = '', pass = '1'] = setting.split('#');
  if (!/^[1-9]\d*$/.test(pass)) throw new Error(`EASEL_FAULT_POINT: expected name or name#n, n from 1, got ${setting}`);
  return { name, pass: Number(pass) };
}

function isFirst(): boolean {
  if (!onceFile) return true;
  try {
    closeSync(openSync(onceFile, 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
