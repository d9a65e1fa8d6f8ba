import { runAudit } from './run-audit.ts';

const LEAVE_MS = 5_000;

const stop = new AbortController();
if (process.env['EASEL_EXIT_WITH_PARENT'] === '1') {
  const leave = (): void => {
    stop.abort();
    setTimeout(() => process.exit(2), LEAVE_MS).unref();
  };
  process.stdin.once('end', leave).resume();
  process.stdout.once('error', leave);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

process.exitCode = await runAudit(
  process.argv.slice(2),
  process.env,
  { out: (line) => process.stdout.write(`${line}\n`), err: (line) => process.stderr.write(`${line}\n`) },
  stop.signal,
);
// Read for its end alone, it would keep the process.
process.stdin.destroy();
