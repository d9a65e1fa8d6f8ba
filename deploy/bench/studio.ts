import { resolve } from 'node:path';
import { generationStream } from '@easel/contracts/generation/stream';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../e2e/browser.ts';
import { CardService } from '../faults/harness/card-service.ts';
import { People, type Member } from '../faults/harness/people.ts';
import { startProduct, type Product } from '../faults/harness/product.ts';
import { Records } from '../faults/harness/records.ts';
import { Shop } from '../faults/harness/shop.ts';
import { percentile } from './rounds.ts';
import type { BenchRow } from './row.ts';
import { signedIn } from './signed-in.ts';
import { size } from './size.ts';

const ORDERS = size(40, 1);
const WARM = size(5, 0);
/** How soon at most. */
const GOALS_MS = { 50: 60, 95: 100 } as const;

/**
 * How soon a result is on the screen of the studio once it is a fact: from when the store has recorded that a
 * generation is completed until its picture has been painted, in a real browser beside the whole product. Where
 * `BENCH_BEFORE` names a built checkout, that is measured too, order by order in turn with this one.
 */
export async function benchStudio(): Promise<BenchRow[]> {
  const before = process.env['BENCH_BEFORE'];
  const browser = await launchBrowser();
  const ours = await Sitting.begin(browser, {});
  const bare = before === undefined ? undefined : await Sitting.begin(browser, { checkout: resolve(before) });
  const sides = [ours, ...(bare ? [bare] : [])];
  try {
    for (let n = 0; n < WARM + ORDERS; n++) {
      for (const side of n % 2 === 0 ? sides : sides.toReversed()) await side.order({ counts: n >= WARM });
    }
    return ([50, 95] as const).map((percent) => row(percent, ours.waitMs(percent), bare?.waitMs(percent)));
  } finally {
    await browser.close();
    for (const side of sides) await side.end();
  }
}

/** A member in the studio of a product of their own. */
class Sitting {
  private readonly waits: number[] = [];

  private constructor(
    private readonly product: Product,
    private readonly people: People,
    private readonly member: Member,
    private readonly page: Page,
  ) {}

  static async begin(browser: Browser, options: { checkout?: string }): Promise<Sitting> {
    const product = await startProduct({ env: { RATE_LIMIT_SCALE: '1000' }, ...options });
    const people = new People(product);
    const member = await people.register();
    await new Shop(people, new CardService(product)).subscribe(member, 'curator_partner');
    const page = await signedIn(browser, product, member);
    await page.addInitScript({ content: OBSERVER });
    await page.goto('/generator');
    await page.getByRole('heading', { name: 'Inspiration' }).waitFor();
    return new Sitting(product, people, member, page);
  }

  /** One picture; resolves when it has been painted. */
  async order({ counts }: { counts: boolean }): Promise<void> {
    const seen = await this.page.evaluate<number>('window.painted.length');
    const outcome = await this.people.order(this.member, { async: true });
    if (outcome.kind !== 'accepted') throw new Error(`an order was ${JSON.stringify(outcome)}`);
    // The log is read afterwards: nothing else is to be done while it is measured.
    const { id, atMs } = await this.page.evaluate<Painted>(`window.paintedAs(${seen})`);
    const { variantId, completedAtMs } = await factsOf(this.product, outcome.generationId);
    if (id !== variantId) throw new Error(`${id} was painted, and ${variantId} ordered`);
    if (counts) this.waits.push(atMs - completedAtMs);
  }

  waitMs(percent: number): number {
    return percentile(this.waits, percent);
  }

  end(): Promise<void> {
    return this.product.remove();
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

const row = (percent: keyof typeof GOALS_MS, measuredMs: number, beforeMs: number | undefined): BenchRow => ({
  what: `a completed generation on the screen, p${percent} of ${ORDERS}, ≤ ${GOALS_MS[percent]} ms`,
  bare: beforeMs === undefined ? '' : `${beforeMs.toFixed(0)} ms`,
  ours: `${measuredMs.toFixed(0)} ms`,
  // Beside what it should be, whatever it was before.
  ratio: GOALS_MS[percent] / measuredMs,
  goal: 1,
});
