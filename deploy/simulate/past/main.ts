import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PAST_MARK } from '../../local/past.ts';
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
if (values.help || values.into === undefined) process.stdout.write(USAGE);
else await live(values.into, Number(values.seed), Number(values.days));

async function live(into: string, seed: number, days: number): Promise<void> {
  const folder = `${into}.new`;
  rmSync(folder, { recursive: true, force: true });
  const untilMs = Date.now();
  const tell = (day: number): void => {
    if (day % 30 === 0 && day > 0) process.stdout.write(`The demo world is ${day} of ${PAST_DAYS} days old\n`);
  };
  await livePast({ folder, seed, untilMs, days, tell });
  rmSync(join(folder, 'logs'), { recursive: true, force: true });
  writeFileSync(join(folder, PAST_MARK), JSON.stringify({ seed, until: new Date(untilMs).toISOString() }));
  rmSync(into, { recursive: true, force: true });
  renameSync(folder, into);
  // A worker's thread may be asleep still; nothing of it is wanted any more.
  process.exit(0);
}
