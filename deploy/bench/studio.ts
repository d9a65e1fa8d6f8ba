import { generationStream } from '@easel/contracts/generation/stream';
import { launchBrowser } from '../e2e/browser.ts';
import { CardService } from '../faults/harness/card-service.ts';
import { People } from '../faults/harness/people.ts';
import { startProduct, type Product } from '../faults/harness/product.ts';
import { Records } from '../faults/harness/records.ts';
import { Shop } from '../faults/harness/shop.ts';
import { percentile } from './rounds.ts';
import type { BenchRow } from './row.ts';
import { signedIn } from './signed-in.ts';
import { size } from './size.ts';

const ORDERS = size(40, 1);
const WARM = size(5, 0);
const SHOWN_MS = 100;

/**
 * How soon a result is on the screen of the studio once it is a fact: from when the store has recorded that a
 * generation is completed until its picture has been painted, in a real browser beside the whole product.
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
      const seen = await page.evaluate<number>('window.painted.length');
      const outcome = await people.order(member, { async: true });
      if (outcome.kind !== 'accepted') throw new Error(`an order was ${JSON.stringify(outcome)}`);
      // The log is read afterwards: nothing else is to be done while it is measured.
      const { id, atMs } = await page.evaluate<Painted>(`window.paintedAs(${seen})`);
      const { variantId, completedAtMs } = await factsOf(product, outcome.generationId);
      if (id !== variantId) throw new Error(`${id} was painted, and ${variantId} ordered`);
      if (n >= WARM) waits.push(atMs - completedAtMs);
    }
    return [50, 95].map((percent) => row(percent, percentile(waits, percent)));
  } finally {
    await browser.close();
    await product.remove();
  }
}

interface Painted {
  id: string;
  atMs: number;
}

async function factsOf(product: Product, generationId: string): Promise<{ variantId: string; completedAtMs: number }> {
  const stream = generationStream.nameOf(generationId);
  const facts = await Records.of(product, ({ log }) => Array.fromAsync(log.read(stream)));
  const drawn = facts.find(({ type }) => type === 'VariantCreated');
  const completed = facts.find(({ type }) => type === 'GenerationCompleted');
  if (!drawn || !completed) throw new Error(`${generationId} was painted before it was completed`);
  return { variantId: (drawn.data as { variantId: string }).variantId, completedAtMs: completed.recordedAt.getTime() };
}

/**
 * Images in the order in which they were painted, each once, and when: in ms since the epoch, as the store's clock
 * counts.
 */
const OBSERVER = `
  window.painted = [];
  window.paintedAs = async (nth) => {
    while (window.painted.length <= nth) await new Promise((resolve) => requestAnimationFrame(resolve));
    return window.painted[nth];
  };
  const known = new Set();
  document.addEventListener('load', ({ target }) => {
    const [, id] = /images\\/(?:auth\\/)?([0-9a-f-]{36})/.exec(target.currentSrc ?? '') ?? [];
    if (!id || known.has(id)) return;
    known.add(id);
    requestAnimationFrame(() => requestAnimationFrame(() => {
      window.painted.push({ id, atMs: performance.timeOrigin + performance.now() });
    }));
  }, true);
`;

const row = (percent: number, measured: number): BenchRow => ({
  what: `a completed generation on the screen, p${percent} of ${ORDERS}`,
  bare: `≤ ${SHOWN_MS} ms`,
  ours: `${measured.toFixed(0)} ms`,
  ratio: SHOWN_MS / measured,
  goal: 1,
});
