import { generationStream } from '@easel/contracts/generation/stream';
import { launchBrowser } from '../e2e/browser.ts';
import { CardService } from '../faults/harness/card-service.ts';
import { People } from '../faults/harness/people.ts';
import { startProduct } from '../faults/harness/product.ts';
import { Records } from '../faults/harness/records.ts';
import { Shop } from '../faults/harness/shop.ts';
import { signedIn } from './signed-in.ts';
import type { BenchRow } from './row.ts';
import { size } from './size.ts';

const ORDERS = size(40, 1);
const WARM = size(5, 0);
const SHOWN_MS = 100;
const PATIENCE_MS = 60_000;

/**
 * How soon a result is on the screen of the studio once it is a fact: from when the store has recorded that a generation
 * is completed until its picture has been painted, in a real browser beside the whole product.
 */
export async function benchStudio(): Promise<BenchRow[]> {
  const product = await startProduct({ env: { RATE_LIMIT_SCALE: '1000' } });
  const browser = await launchBrowser();
  try {
    const people = new People(product);
    const member = await people.register();
    await new Shop(people, new CardService(product)).subscribe(member, 'curator_partner');
    const page = await signedIn(browser, product, member);
    await page.addInitScript({ content: OBSERVER });
    await page.goto('/generator');
    await page.getByRole('heading', { name: 'Inspiration' }).waitFor();
    const waits: number[] = [];
    for (let n = 0; n < WARM + ORDERS; n++) {
      const outcome = await people.order(member, { async: true });
      if (outcome.kind !== 'accepted') throw new Error(`an order was ${JSON.stringify(outcome)}`);
      const { variantId, completedAt } = await factsOf(outcome.generationId);
      const paintedAt = await page.evaluate<number>(`window.paintedAt(${JSON.stringify(variantId)})`);
      if (n >= WARM) waits.push(paintedAt - completedAt);
    }
    return [50, 95].map((percent) => row(percent, at(waits, percent)));
  } finally {
    await browser.close();
    await product.remove();
  }

  async function factsOf(generationId: string): Promise<{ variantId: string; completedAt: number }> {
    return Records.of(product, async ({ log }) => {
      const deadline = Date.now() + PATIENCE_MS;
      while (Date.now() < deadline) {
        const facts = await Array.fromAsync(log.read(generationStream.nameOf(generationId)));
        const completed = facts.find(({ type }) => type === 'GenerationCompleted');
        const drawn = facts.find(({ type }) => type === 'VariantCreated');
        if (completed && drawn) {
          const { variantId } = drawn.data as { variantId: string };
          return { variantId, completedAt: completed.recordedAt.getTime() };
        }
      }
      throw new Error(`${generationId} was not completed`);
    });
  }
}

/** By image, when it had been painted: in ms since the epoch, as the store's clock counts. */
const OBSERVER = `
  window.painted = new Map();
  window.paintedAt = async (id) => {
    while (!window.painted.has(id)) await new Promise((resolve) => requestAnimationFrame(resolve));
    return window.painted.get(id);
  };
  document.addEventListener('load', ({ target }) => {
    const [, id] = /images\\/(?:auth\\/)?([0-9a-f-]{36})/.exec(target.currentSrc ?? '') ?? [];
    if (!id || window.painted.has(id)) return;
    requestAnimationFrame(() => requestAnimationFrame(() => {
      if (!window.painted.has(id)) window.painted.set(id, performance.timeOrigin + performance.now());
    }));
  }, true);
`;

const at = (values: readonly number[], percent: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length * percent) / 100)] ?? Number.NaN;

const row = (percent: number, measured: number): BenchRow => ({
  what: `a completed generation on the screen, p${percent} of ${ORDERS}`,
  bare: `≤ ${SHOWN_MS} ms`,
  ours: `${measured.toFixed(0)} ms`,
  ratio: SHOWN_MS / measured,
  goal: 1,
});
