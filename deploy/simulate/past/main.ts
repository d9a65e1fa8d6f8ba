import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PAST_MARK } from '../../local/past.ts';
import { keepKeysAlone } from '../../local/secrets.ts';
import { clearLeftOver, endDatabase, unfinished } from './left-over.ts';
import { livePast } from './live-past.ts';
import { PAST_DAYS } from './plan.ts';

const USAGE = `Lives ninety days of the demo world, and leaves them as a data folder of the product.

  node deploy/dist/simulate/past/main.js --into FOLDER [--seed S] [--days N]

  --into FOLDER  replaced where it is there, once the new one is whole
  --seed S       of what happens (1)
  --days N       the first so many alone (90)
`;

const { values } = parseArgs({
  options: {
    into: { type: 'string' },
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: String(PAST_DAYS) },
    help: { type: 'boolean' },
  },
});

// Its database is in a session of its own and would go on.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(name, () => {
    if (values.into !== undefined) endDatabase(unfinished(values.into));
    process.exit(1);
  });
}

if (values.help || values.into === undefined) process.stdout.write(USAGE);
else await live(values.into, Number(values.seed), Number(values.days));

async function live(into: string, seed: number, days: number): Promise<void> {
  await clearLeftOver(into);
  const folder = unfinished(into);
  const untilMs = Date.now();
  const tell = (day: number): void => {
    if (day % 30 === 0 && day > 0) process.stdout.write(`The demo world is ${day} of ${PAST_DAYS} days old\n`);
  };
  await livePast({ folder, seed, untilMs, days, tell });
  keepKeysAlone(folder);
  rmSync(join(folder, 'logs'), { recursive: true, force: true });
  writeFileSync(join(folder, PAST_MARK), JSON.stringify({ seed, until: new Date(untilMs).toISOString() }));
  rmSync(into, { recursive: true, force: true });
  renameSync(folder, into);
  // A thread that drew may be asleep still; nothing more is wanted of it.
  process.exit(0);
}
