import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const longestBytes = 10 * 1024 * 1024;

/** A log that is appended to and, once it grew long, set aside as `<path>.1` in place of the one set aside before. */
export class LogFile {
  readonly #path: string;
  #file: number;
  #bytes: number;

  constructor(path: string) {
    this.#path = path;
    rotate(path);
    this.#file = openSync(path, 'a', 0o600);
    this.#bytes = statSync(path).size;
  }

  write(line: string): void {
    this.#bytes += writeSync(this.#file, `${line}\n`);
    if (this.#bytes < longestBytes) return;
    this.close();
    rotate(this.#path);
    this.#file = openSync(this.#path, 'a', 0o600);
    this.#bytes = 0;
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Sets a long log aside; for one that another process writes, before that is started. */
export function rotate(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes >= longestBytes) renameSync(path, `${path}.1`);
}
