import { fileURLToPath } from 'node:url';
import type { Settle, StartApp } from './platform.ts';
import { run } from './run.ts';

// The app's modules take a second to load, in which PostgreSQL can start.
const loading = import(new URL('app.js', import.meta.url).href) as Promise<{ startApp: StartApp; settle: Settle }>;
loading.catch(() => undefined); // told when the app is to start

await run({
  settle: async (env) => (await loading).settle(env),
  startApp: async (env) => (await loading).startApp(env),
  pastOf: ({ demoDays }) =>
    fileURLToPath(new URL(`../../../node_modules/.cache/easel/past-${demoDays}`, import.meta.url)),
  programs: {
    eventStore: fileURLToPath(new URL('../stand-ins/event-store/main.js', import.meta.url)),
    stripe: fileURLToPath(new URL('../stand-ins/stripe/main.js', import.meta.url)),
    prodigi: fileURLToPath(new URL('../stand-ins/prodigi/main.js', import.meta.url)),
    providers: fileURLToPath(new URL('../stand-ins/providers/main.js', import.meta.url)),
    imaging: fileURLToPath(import.meta.resolve('@easel/imaging/main')),
  },
});
