import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { builtFile, main, root } from '../server-projects.mjs';
import type { Order, ServingMessage } from './words.ts';

const program = join(root, builtFile(main, 'deploy/local/dev/platform-process.ts'));

export interface BackendOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly onServing: () => void;
  /** It ended by itself, before it served or later. */
  readonly onEnd: (code: number) => void;
}

/** The platform as a child process of `npm run dev`. */
export class Backend {
  private readonly options: BackendOptions;
  private child: ChildProcess | undefined;
  private orders = 0;

  constructor(options: BackendOptions) {
    this.options = options;
  }

  start(): void {
    const { env, onServing, onEnd } = this.options;
    const child = fork(program, { env, execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.child = child;
    this.orders = 0;
    // While orders are left, what serves is about to be replaced.
    child.on('message', ({ serving }: ServingMessage) => serving === this.orders && onServing());
    child.once('exit', (code) => {
      if (this.child === child) onEnd(code ?? 1);
    });
  }

  restartParts(restart: readonly string[]): void {
    this.orders += 1;
    this.child?.send({ number: this.orders, restart } satisfies Order);
  }

  async restart(): Promise<void> {
    await this.stop();
    this.start();
  }

  async stop(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }
}
