import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Runs a stand-in as a process, from its sources. */
export class ChildPrograms {
  readonly #children: Child[] = [];
  readonly #program: string;

  constructor(program: URL) {
    this.#program = fileURLToPath(program);
  }

  run(env: Record<string, string> = {}, ...args: string[]): Child {
    const child = spawn(process.execPath, [this.#program, ...args], {
      stdio: 'pipe',
      env: { PATH: process.env.PATH, ...env },
    });
    this.#children.push(child);
    return child;
  }

  /** Kills those that still run, and waits until they have ended. */
  async killAll(): Promise<void> {
    await Promise.all(
      this.#children.splice(0).map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill('SIGKILL');
        await once(child, 'exit');
      }),
    );
  }
}
