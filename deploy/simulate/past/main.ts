import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PAST_MARK } from '../../local/past.ts';
import { keepKeysAlone } from '../../local/secrets.ts';
import { clearLeftOver, endDatabase, unfinished } from './left-over.ts';
import { startPastDatabase } from './past-database.ts';
import { PAST_DAYS } from './plan.ts';

const USAGE = `Prepares a data folder with demo data that ends yesterday.

  npx node deploy/dist/simulate/past/main.js --into FOLDER [--seed S] [--days N]

  --into FOLDER  replaced once the new folder is complete
  --seed S       decides what happens: the same on the same day, except ids and keys (1)
  --days N       how many days, at most ninety (90)
`;
const PROGRESS_DAYS = 10;

const { values } = parseArgs({
  options: {
    into: { type: 'string' },
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: String(PAST_DAYS) },
    help: { type: 'boolean' },
  },
});
const { into } = values;

if (values.help || into === undefined) process.stdout.write(USAGE);
else {
  // PostgreSQL runs in its own session and would outlive this process.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => {
      endDatabase(unfinished(into));
      process.exit(1);
    });
  }
  process.once('uncaughtException', (error) => fail(into, error));
  await prepare(into, Number(values.seed), Number(values.days)).catch((error: unknown) => fail(into, error));
}

async function prepare(into: string, seed: number, days: number): Promise<void> {
  await clearLeftOver(into);
  const folder = unfinished(into);
  const untilMs = Date.now();
  // initdb takes about as long as loading the product.
  const database = startPastDatabase(folder);
  database.catch(() => undefined);
  const { livePast } = await import('./live-past.ts');
  let reported = 0;
  const tell = (day: number): void => {
    if (day < reported + PROGRESS_DAYS) return;
    reported = day - (day % PROGRESS_DAYS);
    process.stdout.write(`Preparing demo data: day ${day} of ${days}\n`);
  };
  await livePast({ folder, seed, untilMs, days, tell, database });
  keepKeysAlone(folder);
  rmSync(join(folder, 'logs'), { recursive: true, force: true });
  writeFileSync(join(folder, PAST_MARK), JSON.stringify({ seed, until: new Date(untilMs).toISOString() }));
  // The mark goes first: a folder that is half removed must not count as complete.
  rmSync(join(into, PAST_MARK), { force: true });
  rmSync(into, { recursive: true, force: true });
  renameSync(folder, into);
  // An idle render thread must not keep the process alive.
  process.exit(0);
}

/** Reports the error in one line, removes what was begun, and exits with status 1. */
function fail(into: string, error: unknown): never {
  process.stderr.write(`The demo data could not be prepared: ${reasonsOf(error)}\n`);
  endDatabase(unfinished(into));
  rmSync(unfinished(into), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  process.exit(1);
}

/** The message of an error and of its causes, in one line. */
function reasonsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const message = error.message.replaceAll(/\s+/g, ' ').trim();
  return error.cause === undefined ? message : `${message}: ${reasonsOf(error.cause)}`;
}
