import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from './harness/audit.ts';
import { isPng } from './harness/png.ts';
import { People, pictureSize } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';
import { expectReplayAgrees } from './harness/programs.ts';
import { until } from './harness/until.ts';

/**
 * Where the process dies while somebody registers and has a picture made, with `#n` for the n-th pass. Appends are, in
 * this order, the hold, the request, and the capture; the workers' own are counted in their own process.
 */
const onTheWay = [
  'idempotency.after-claim#1',
  'register.before-reserve',
  'register.after-reserve',
  'register.after-commit',
  'outbox.before-append',
  'outbox.after-append',
  'register.after-deliver',
  'register.after-session',
  'idempotency.after-claim#2',
  'decider.before-append#1',
  'decider.after-append#1',
  'generate.after-hold',
  'decider.before-append#2',
  'decider.after-append#2',
  'generate.after-request',
  'subscription.before-commit#1',
  'subscription.before-commit#3',
  'subscription.after-commit#1',
  'subscription.after-commit#3',
  'process.after-act',
  'projector.before-commit#1',
  'projector.before-commit#2',
  'projector.after-commit#1',
  'projector.after-commit#2',
  'imaging.after-claim',
  'blob.before-rename#1',
  'blob.before-rename#3',
  'blob.after-rename#1',
  'imaging.after-blobs',
  'imaging.after-variant',
  'imaging.after-complete',
  'decider.before-append#3',
  'decider.after-append#3',
  'generate.before-reply',
];

/**
 * Where the process dies while a member has two pictures made in one request, another variant of the first, and one more
 * that is cancelled, tried again and cancelled again. Holds and requests are counted in this order: the batch's hold and
 * its two requests, the variant's, the cancelled one's, its next try's.
 */
const furtherOn = [
  'generate.after-hold#1',
  'generate.after-request#1',
  'generate.after-request#2',
  'generate.after-hold#2',
  'generate.after-request#3',
  'attach.before-append',
  'attach.after-append',
  'generate.after-request#4',
  'cancel.after-append#1',
  'generate.after-hold#4',
  'generate.after-request#5',
  'retry.after-replace',
  'cancel.after-append#2',
];

/** Off this way; each has a test of its own. */
const elsewhere = {
  'imaging.after-hand-back': 'render.fault.ts',
  'blob.set-aside': 'orphan-files.fault.ts',
  'webhook.before-append': 'payments.fault.ts',
  'webhook.after-append': 'payments.fault.ts',
  'checkout.after-customer': 'money-crashes.fault.ts',
  'plans.after-append': 'payments.fault.ts',
  'plans.after-rest': 'payments.fault.ts',
  'plans.after-next': 'payments.fault.ts',
  'referral.before-grant': 'money-crashes.fault.ts',
  'referral.after-grants': 'money-crashes.fault.ts',
  'derived.after-claim': 'money-crashes.fault.ts',
  'derived.after-blob': 'money-crashes.fault.ts',
  'anchors.portion-kept': 'services/kernel/src/anchors.test.ts',
  'operators.after-accept': 'operators-crashes.fault.ts',
  'operators.before-session': 'operators-crashes.fault.ts',
  'operators.after-session': 'operators-crashes.fault.ts',
  'operators.before-settle': 'operators-crashes.fault.ts',
  'settings.before-hint': 'operators-crashes.fault.ts',
  'audit.after-append': 'audit-console.fault.ts',
  'rebuild.before-swap-begun': 'rebuild-cancel.fault.ts',
  'rebuild.after-swap-begun': 'rebuild-cancel.fault.ts',
  'rebuild.before-commit': 'rebuild-cancel.fault.ts',
  'rebuild.after-commit': 'rebuild-cancel.fault.ts',
  'rebuild.after-end': 'rebuild-cancel.fault.ts',
  'installation.proposed': 'given-servers.fault.ts',
  'installation.begun': 'deploy/local/installation/installation.test.ts',
};

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

test('every fault point of the sources is on the way, or has a test elsewhere', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const sources = globSync('{services/*/src,projections/src,deploy/local}/**/*.ts', {
    cwd: root,
    exclude: ['**/*.test.ts'],
  });
  const named = sources.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\bfaultPoint\('([^']+)'\)/g)].map(([, name]) => name ?? ''),
  );
  const covered = [...[...onTheWay, ...furtherOn].map((point) => point.split('#')[0] ?? ''), ...Object.keys(elsewhere)];
  expect([...new Set(named)].toSorted()).toEqual([...new Set(covered)].toSorted());
});
