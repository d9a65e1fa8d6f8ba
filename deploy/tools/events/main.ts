import { runEvents } from './run-events.ts';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

process.exitCode = await runEvents(
  process.argv.slice(2),
  process.env,
  { out: process.stdout, err: process.stderr },
  stop.signal,
);
