import lighthouse, { desktopConfig, type Flags } from 'lighthouse';
import { launch } from 'puppeteer-core';
import { executable, FLAGS } from '../e2e/browser.ts';
import { startProduct } from '../faults/harness/product.ts';
import { fillPublicPages } from './public-pages.ts';
import { median } from './rounds.ts';
import type { BenchRow } from './row.ts';
import { isSmoke, size } from './size.ts';

const ROUNDS = size(5, 1);
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const FORMS = ['mobile', 'desktop'] as const;

/** All of them; the first alone where only is to be seen whether it runs. */
const some = <T>(all: readonly T[]): readonly T[] => (isSmoke ? all.slice(0, 1) : all);

/**
 * What Lighthouse gives to the pages that strangers come to, on its phone and on its large screen: 100 is all there is.
 */
export async function benchLighthouse(): Promise<BenchRow[]> {
  const product = await startProduct();
  try {
    const paths = await fillPublicPages(product);
    const rows: BenchRow[] = [];
    for (const path of some(paths)) {
      for (const form of some(FORMS)) {
        const where = `${path.replace(/[0-9a-f-]{36}$/, '…')}, ${form}`;
        const rounds: Verdict[] = [];
        for (let round = 0; round < ROUNDS; round++) rounds.push(await judged(product.address + path, form));
        for (const category of CATEGORIES) {
          const score = median(rounds.map(({ scores }) => scores[category]));
          const lacking = [...new Set(rounds.flatMap((round) => round.lacking[category]))];
          const why = lacking.length > 0 ? ` (${lacking.join(', ')})` : '';
          rows.push({
            what: `${where}: ${category}${why}`,
            bare: `≥ ${leastOf(category, form)}`,
            ours: score.toFixed(0),
            ratio: score / leastOf(category, form),
            goal: 1,
          });
        }
      }
    }
    return rows;
  } finally {
    await product.remove();
  }
}

/** Its slow phone shares this machine's processor, which takes a point or two now and then. */
const leastOf = (category: Category, form: (typeof FORMS)[number]): number =>
  category === 'performance' && form === 'mobile' ? 98 : 100;

type Category = (typeof CATEGORIES)[number];
interface Verdict {
  scores: Record<Category, number>;
  /** Audits that took something away. */
  lacking: Record<Category, string[]>;
}

/** As often as the browser loses the trace of a visit. */
const TRIES = 3;
const LOST = /NO_NAVSTART/;

async function judged(url: string, form: (typeof FORMS)[number], tries = TRIES): Promise<Verdict> {
  try {
    return await judge(url, form);
  } catch (error) {
    if (tries > 1 && LOST.test(String(error))) return judged(url, form, tries - 1);
    throw error;
  }
}

/** In a fresh profile: what one visit keeps is not to help the next. */
async function judge(url: string, form: (typeof FORMS)[number]): Promise<Verdict> {
  const browser = await launch({ executablePath: executable(), args: [...FLAGS] });
  try {
    const flags: Flags = { onlyCategories: [...CATEGORIES], output: 'json', logLevel: 'error' };
    const page = await browser.newPage();
    const result = await lighthouse(url, flags, form === 'desktop' ? desktopConfig : undefined, page);
    if (!result) throw new Error(`Lighthouse had nothing to say of ${url}`);
    const { categories, audits, runtimeError } = result.lhr;
    if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
    const of = <T>(tell: (category: Category) => T): Record<Category, T> =>
      Object.fromEntries(CATEGORIES.map((category) => [category, tell(category)])) as Record<Category, T>;
    return {
      scores: of((category) => (categories[category]?.score ?? 0) * 100),
      lacking: of((category) =>
        (categories[category]?.auditRefs ?? [])
          .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
          .map(({ id }) => id),
      ),
    };
  } finally {
    await browser.close();
  }
}
