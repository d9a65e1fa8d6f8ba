import { runReport } from './run-report.ts';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

process.exitCode = await runReport(
  process.argv.slice(2),
  process.env,
  { out: process.stdout, err: process.stderr },
  stop.signal,
);
