import { fileURLToPath } from 'node:url';
import type { StartApp } from './platform.ts';
import { run } from './run.ts';

// The app's modules take a second to load, in which PostgreSQL can start.
const loading = import(new URL('app.js', import.meta.url).href) as Promise<{ startApp: StartApp }>;
loading.catch(() => undefined); // told when the app is to start

await run({
  startApp: async (env) => (await loading).startApp(env),
  programs: {
    eventStore: fileURLToPath(new URL('event-store/main.js', import.meta.url)),
    stripe: fileURLToPath(new URL('stripe/main.js', import.meta.url)),
    imaging: fileURLToPath(import.meta.resolve('@easel/imaging/main')),
  },
});
