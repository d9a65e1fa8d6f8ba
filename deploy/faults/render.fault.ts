// spec: faults F26, F27
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { MAX_ATTEMPTS } from '@easel/contracts/generation/policy';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { audit } from './harness/audit.ts';
import { People, type Member, type Outcome } from './harness/people.ts';
import { residentMib } from './harness/processes.ts';
import { startProduct, type Product } from './harness/product.ts';
import { generationFacts, Records } from './harness/records.ts';
import { tell } from './harness/tell.ts';
import { until } from './harness/until.ts';

/** The workers' own deadline, and what the servers around them need. */
const DRAINED_WITHIN_MS = 12_000;

let product: Product;
let people: People;

beforeAll(async () => {
  product = await startProduct();
  people = new People(product);
  await product.killEverything();
});
afterEach(() => product.killEverything());
afterAll(() => product?.remove());

const facts = (generationId: string): Promise<GenerationFact[]> =>
  Records.of(product, async (records) =>
    generationFacts((await records.streams()).get(`generation-${generationId}`) ?? []),
  );

const count = async (generationId: string, type: GenerationFact['type']): Promise<number> =>
  (await facts(generationId)).filter((fact) => fact.type === type).length;

async function accepted(member: Member, order: Parameters<People['order']>[1]): Promise<string> {
  const outcome: Outcome = await people.order(member, { ...order, async: true });
  if (outcome.kind !== 'accepted') throw new Error(`it ended ${outcome.kind}`);
  return outcome.generationId;
}

test('26: SIGTERM while pictures are drawn: drained in time, and after the next start all are there, paid once', async () => {
  await product.start();
  const member = await people.register();
  await people.grant(member, 300);
  const id = await accepted(member, { resolution: '2k', count: 8 });
  await until(async () => (await count(id, 'VariantCreated')) >= 1);
  const waiting = people.order(member, {}); // a caller who waits for the picture gets an answer at the end as well
  const { code, ms } = await product.stop();
  tell('SIGTERM in a render', { code, ms: Math.round(ms) });
  expect(code).toBe(0);
  expect(ms).toBeLessThan(DRAINED_WITHIN_MS);

  await product.start();
  const answered = await waiting;
  expect(['accepted', 'completed']).toContain(answered.kind);
  expect((await people.ended(member, id)).status).toBe('completed');
  await audit(product, people);
}, 240_000);

test('26: SIGTERM while a render hangs: it is handed back, does not count as a try, and is drawn after the next start', async () => {
  await product.start({ env: { EASEL_FAULT_RENDER: 'hang' } });
  const member = await people.register();
  const id = await accepted(member, {});
  await until(async () => (await count(id, 'RenderingStarted')) === 1);
  const { code, ms } = await product.stop();
  tell('SIGTERM in a render that hangs', { code, ms: Math.round(ms) });
  expect(code).toBe(0);
  expect(ms).toBeLessThan(DRAINED_WITHIN_MS);

  await product.start();
  expect((await people.ended(member, id)).status).toBe('completed');
  const back = (await facts(id)).filter((fact) => fact.type === 'RenderingHandedBack');
  expect(back.map(({ data }) => data.reason)).toEqual(['drained']);
  expect(await audit(product, people)).toMatchObject({ released: 0 });
  expect(await people.balance(member)).toMatchObject({ credits: 45, held: 0 });
}, 240_000);

test('a worker that dies as it has handed a render back loses nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'easel-once-'));
  const onceFile = join(folder, 'hand-back');
  // Draws fail by running out of time; the one that comes after the death has time enough.
  await product.start({
    faultPoint: 'imaging.after-hand-back',
    onceFile,
    env: { EASEL_FAULT_RENDER: 'hang', RENDER_TIMEOUT_MS: '1000', LEASE_MS: '2000' },
  });
  const member = await people.register();
  const id = await accepted(member, {});
  await until(() => existsSync(onceFile));
  await until(async () => (await count(id, 'RenderingHandedBack')) === 1);
  await product.killEverything();
  await product.start();
  expect((await people.ended(member, id)).status).toBe('completed');
  await audit(product, people);
  rmSync(folder, { recursive: true });
}, 120_000);

test.each([
  ['hangs', { EASEL_FAULT_RENDER: 'hang', RENDER_TIMEOUT_MS: '3000' }],
  ['runs out of memory', { EASEL_FAULT_RENDER: 'memory' }],
])(
  '27: a render that %s is tried three times, then released once',
  async (_, env) => {
    await product.start({ env });
    const pid = product.partPid('imaging');
    const member = await people.register();
    const begun = performance.now();
    const id = await accepted(member, {});
    expect((await people.ended(member, id)).status).toBe('failed');
    tell('a render that fails for ever', {
      ...env,
      ms: Math.round(performance.now() - begun),
      imagingMib: Math.round(residentMib(pid)),
    });
    expect(await count(id, 'RenderingStarted')).toBe(MAX_ATTEMPTS);
    expect(await count(id, 'GenerationFailed')).toBe(1);
    expect(product.partPid('imaging')).toBe(pid); // the thread died, not the process
    await audit(product, people);
    expect(await people.balance(member)).toMatchObject({ credits: 50, held: 0 });

    // Other members' renders were tried as well, and failed alike: nothing is stuck behind the bad one.
    const after = await people.order(await people.register(), {});
    expect(after.kind).toBe('failed');
    await audit(product, people);
  },
  240_000,
);
