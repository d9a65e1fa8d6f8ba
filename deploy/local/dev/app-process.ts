import { startApp } from '../app.ts';
import type { App } from '../platform.ts';
import { goneWithin } from '../process-table.ts';
import { AFTER } from './words.ts';

/** What it tells in the one line that says it is ready. */
export type ReadyApp = { readonly ready: true } & Pick<App, 'address' | 'webhook' | 'mailbox' | 'signIns'>;

// The app as a process of its own, which a change of its sources replaces while everything else goes on.
const env = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]));
/** What still drains then is cut off, as by a crash: whoever started it is gone, and maybe the database too. */
const ENDS_WITHIN_MS = 5_000;
let close = (): Promise<void> => Promise.resolve();
const end = (): void => {
  setTimeout(() => process.exit(1), ENDS_WITHIN_MS);
  void close().finally(() => process.exit(0));
};
// Also while it starts.
process.once('SIGTERM', end);
process.stdin.once('end', end).resume();

if (env[AFTER] !== undefined) await goneWithin(Number(env[AFTER]), 5_000);
const app = await startApp(env);
close = () => app.close();
const { address, webhook, mailbox, signIns } = app;
const readyApp: ReadyApp = { ready: true, address, mailbox, ...(webhook && { webhook }), ...(signIns && { signIns }) };
process.stdout.write(`${JSON.stringify(readyApp)}\n`);
