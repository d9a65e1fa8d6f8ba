import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '../harness/product.ts';
import { writeGolden } from './golden-data.ts';
import { tellStory } from './story.ts';

/**
 * Makes the golden DATA_DIR of the release that this is built of: `node deploy/dist/faults/golden/make.js FILE`. Its
 * keys are known to everybody, its people are nobody.
 */
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('name the file to write');
// The database's clock is not set back, and both must mean the same month.
if (new Date().getUTCDate() < 5) throw new Error('make it on the fifth of a month or later');

const DAY_MS = 86_400_000;
const dataDir = mkdtempSync(join(tmpdir(), `easel-faults-${process.pid}-`));
const onceFolder = mkdtempSync(join(tmpdir(), 'easel-once-'));
writeFileSync(
  join(dataDir, 'secrets.json'),
  JSON.stringify({
    masterKey: 'ab'.repeat(32),
    cookieKey: 'cd'.repeat(32),
    operatorPassword: 'a golden password',
    stripeSecretKey: 'sk_test_golden',
    stripeWebhookSecret: 'whsec_golden',
    eventStorePassword: 'golden-event-store',
    natsPassword: 'golden-nats-server',
  }),
  { mode: 0o600 },
);
const clock = new URL('shifted-clock.js', import.meta.url).href;
try {
  const told = await tellStory(
    async (daysAgo, part, env = {}) => {
      const product = await startProduct({
        dataDir,
        env: { ...env, NODE_OPTIONS: `--import=${clock}`, GOLDEN_SHIFT_MS: String(-daysAgo * DAY_MS) },
      });
      try {
        await part(product);
      } finally {
        await product.killEverything();
      }
    },
    join(onceFolder, 'drawing'),
  );
  await writeGolden(file, dataDir, told);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
  rmSync(onceFolder, { recursive: true, force: true });
}
