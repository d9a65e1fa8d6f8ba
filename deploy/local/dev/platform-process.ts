import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { settle } from '../installation/settle.ts';
import type { Platform } from '../platform.ts';
import { run } from '../run.ts';
import { AppChild } from './app-child.ts';
import { APP, DEV_ADDRESS, type Order, type ServingMessage } from './words.ts';

// The platform of `npm start`, but for its app, which runs as a process of its own; it starts parts anew when it is
// told to.
const report = (line: string): void => void process.stderr.write(`${line}\n`);
const tell = (ready: ServingMessage): void => void (process.connected && process.send?.(ready));

const app = new AppChild({
  opened: process.env[DEV_ADDRESS] ?? '',
  log: join(resolve(process.env.DATA_DIR ?? '.data'), 'logs', 'app-process.log'),
  report,
});

// Whoever gave the orders is gone.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

await run(
  {
    settle,
    startApp: (env) => app.start(env),
    programs: {
      eventStore: fileURLToPath(new URL('../../stand-ins/event-store/main.js', import.meta.url)),
      stripe: fileURLToPath(new URL('../../stand-ins/stripe/main.js', import.meta.url)),
      prodigi: fileURLToPath(new URL('../../stand-ins/prodigi/main.js', import.meta.url)),
      providers: fileURLToPath(new URL('../../stand-ins/providers/main.js', import.meta.url)),
      imaging: fileURLToPath(import.meta.resolve('@easel/imaging/main')),
    },
  },
  (platform) => {
    let done = Promise.resolve();
    process.on('message', (order: Order) => {
      done = done.then(() => obey(platform, order));
    });
    tell({ serving: 0 });
  },
);

async function obey(platform: Platform, { number, restart }: Order): Promise<void> {
  try {
    for (const part of restart) {
      if (part === APP) await app.restart();
      // A stand-in runs only where its service is not configured.
      else if (platform.has(part)) await platform.restart(part);
      if (part === APP) tell({ serving: number });
    }
  } catch (error) {
    report(`${error instanceof Error ? error.message : String(error)}\nWaiting for the next change`);
  }
}
