import { fileURLToPath } from 'node:url';
import { startChild, type Child } from '../child-process.ts';
import type { App } from '../platform.ts';
import type { ReadyApp } from './app-process.ts';
import { AFTER } from './words.ts';

/** What is under way is not waited for: whatever is cut off is done by the next one, as after a crash. */
const STOPS_WITHIN_MS = 500;
const READY_WITHIN_MS = 30_000;

export interface AppChildOptions {
  /** The address that people open instead of the app's own. */
  readonly opened: string;
  readonly log: string;
  readonly report: (line: string) => void;
}

/** The app as a child process: it can be started anew, with the same environment and port. */
export class AppChild {
  private readonly options: AppChildOptions;
  private env: Record<string, string> = {};
  private child: Child | undefined;
  private closed = false;

  constructor(options: AppChildOptions) {
    this.options = options;
  }

  async start(env: Record<string, string>): Promise<App> {
    this.env = env;
    const { opened } = this.options;
    const app = await this.spawn();
    return {
      ...app,
      address: opened,
      mailbox: app.mailbox?.replace(app.address, opened),
      close: async () => {
        this.closed = true;
        await this.child?.stop();
      },
    };
  }

  /** Throws with its last words when it does not come up; the next change is then the next try. */
  async restart(): Promise<void> {
    if (this.closed) return;
    const last = this.child;
    // The next one reads its modules while the last one ends; it begins when that is gone.
    await Promise.all([last?.stop(), this.spawn(last)]);
  }

  private async spawn(last?: Child): Promise<ReadyApp> {
    const { log, report } = this.options;
    this.child = undefined;
    let readyApp: ReadyApp | undefined;
    const child = await startChild({
      name: 'app',
      program: process.execPath,
      args: [fileURLToPath(new URL('app-process.js', import.meta.url))],
      env: { ...this.env, ...(last && { [AFTER]: String(last.pid) }) },
      log,
      warn: report,
      ready: (line) => (readyApp ??= readyIn(line)) !== undefined,
      stopDeadlineMs: STOPS_WITHIN_MS,
      readyDeadlineMs: READY_WITHIN_MS,
    });
    this.child = child;
    if (readyApp === undefined) throw new Error('the app did not say where it is');
    return readyApp;
  }
}

const readyIn = (line: string): ReadyApp | undefined =>
  line.startsWith('{"ready":true') ? (JSON.parse(line) as ReadyApp) : undefined;
