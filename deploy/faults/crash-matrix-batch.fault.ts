import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from './harness/audit.ts';
import { furtherOn } from './harness/fault-points.ts';
import { People } from './harness/people.ts';
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

describe('a batch, a variant, a cancellation and another try come to what they were when the process dies at', () => {
  test.each(furtherOn)('%s', async (faultPoint) => {
    const onceFile = join(folder, `further ${faultPoint}`);
    await product.start({ faultPoint, onceFile, restarts: true, env: { LEASE_MS: '2000' } });
    const people = new People(product);
    const member = await people.register();
    await people.grant(member, 200);

    const [first = '', second = ''] = await people.batch(member, [{}, {}]);
    await people.ended(member, first);
    const { variantId } = await people.variant(member, first);
    const slow = await people.order(member, { resolution: '4k', count: 4, async: true });
    if (slow.kind !== 'accepted') throw new Error(`it was ${slow.kind}`);
    expect((await people.cancel(member, slow.generationId)).status).toBe('cancelled');
    const again = await people.retry(member, slow.generationId);
    expect((await people.cancel(member, again)).status).toBe('cancelled');

    await until(() => existsSync(onceFile), { why: () => `(the death at ${faultPoint})` });
    await audit(product, people);
    const { variants } = await people.ended(member, first);
    expect(variants.map(({ id }) => id).indexOf(variantId)).toBe(1);
    expect((await people.ended(member, second)).status).toBe('completed');
    expect(await people.balance(member)).toMatchObject({ credits: 235, held: 0 });
    await product.killEverything();
  });
});

test('after all of them a replay of the log gives the rows that are there', async () => {
  await product.start();
  await expectReplayAgrees(product);
});
