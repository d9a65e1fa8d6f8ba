// spec: faults F1, F2, F3, F4
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from './harness/audit.ts';
import { elsewhere, furtherOn, onTheWay } from './harness/fault-points.ts';
import { isPng } from './harness/png.ts';
import { People, pictureSize } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';
import { expectReplayAgrees } from './harness/programs.ts';
import { until } from './harness/until.ts';

let product: Product;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-once-'));
  product = await startProduct();
  await product.killEverything();
});
afterAll(async () => {
  await product?.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe('a registration and a picture come to one member, one charge and one image when the process dies at', () => {
  test.each(onTheWay)('%s', async (faultPoint) => {
    const onceFile = join(folder, faultPoint);
    // A dead worker's claim is over soon: the lease's own length is of no interest here.
    await product.start({ faultPoint, onceFile, restarts: true, env: { LEASE_MS: '2000' } });
    const people = new People(product);
    const member = await people.register();
    const outcome = await people.generate(member);

    if (outcome.kind !== 'completed') throw new Error(`it ended ${outcome.kind}`);
    await until(() => existsSync(onceFile), { why: () => `(the death at ${faultPoint})` });
    await audit(product, people);
    expect(await people.balance(member)).toMatchObject({ credits: 45, held: 0 });
    const file = await people.download(member, outcome.generationId);
    expect(file.status).toBe(200);
    expect(isPng(file.bytes, pictureSize)).toBe(true);
    await product.killEverything();
  });
});

test('after all of them a replay of the log gives the rows that are there', async () => {
  await product.start();
  await expectReplayAgrees(product);
});

test('every fault point of the sources is on the way, or has a test elsewhere', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const sources = globSync('{services/*/src,projections/src,deploy/{local,stand-ins,tools}}/**/*.ts', {
    cwd: root,
    exclude: ['**/*.test.ts'],
  });
  const named = sources.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\bfaultPoint\('([^']+)'\)/g)].map(([, name]) => name ?? ''),
  );
  const covered = [...[...onTheWay, ...furtherOn].map((point) => point.split('#')[0] ?? ''), ...Object.keys(elsewhere)];
  expect([...new Set(named)].toSorted()).toEqual([...new Set(covered)].toSorted());
});
