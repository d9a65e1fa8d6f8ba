import { BATCH_MAX } from '@easel/contracts/generation/policy';
import { purchasesHttp } from '@easel/contracts/purchases/http';
import { CardService } from '../faults/harness/card-service.ts';
import { askedLongAgo, isForgotten } from '../faults/harness/erasures.ts';
import { expectOk, People } from '../faults/harness/people.ts';
import { startProduct } from '../faults/harness/product.ts';
import { verifyBooks } from '../faults/harness/programs.ts';
import { Shop, type Picture } from '../faults/harness/shop.ts';
import { tracesOf } from '../faults/harness/traces.ts';
import { until } from '../faults/harness/until.ts';
import type { BenchRow } from './row.ts';
import { size } from './size.ts';

/** Generations of eight pictures. */
const GENERATIONS = size(250, 1);
const SALES = size(100, 1);
const MOST_SECONDS = 60;
const WORD = 'zquillfeather';

/**
 * A member with 2 000 pictures, of which a hundred were sold, is erased: how long it takes until no word of theirs is
 * left in any table or file, whether the books are whole after it, and whether who bought has the pictures still.
 */
export async function benchErasure(): Promise<BenchRow[]> {
  const product = await startProduct({ env: { RATE_LIMIT_SCALE: '1000' } });
  try {
    const people = new People(product);
    const shop = new Shop(people, new CardService(product));
    const member = await people.register({ email: `${WORD}@erased.example` });
    // The one plan that makes so many in a month; its pictures are sold for dollars.
    await shop.subscribe(member, 'curator_partner');
    const pictures: Picture[] = [];
    while (pictures.length < 8 * GENERATIONS) {
      const most = Math.min(BATCH_MAX, GENERATIONS - pictures.length / 8);
      pictures.push(...(await shop.publish(member, most, `a red ${WORD}`)));
    }
    const buyer = await people.register();
    await shop.topUp(buyer, Math.max(10, 2 * SALES));
    const files: string[] = [];
    for (const picture of pictures.slice(0, SALES)) {
      const bought = purchasesHttp.purchase.reply.parse(
        expectOk(await shop.buy(buyer, picture, { method: 'dollars' })).body,
      );
      files.push(bought.downloadUrl);
    }
    const generations = [...new Set(pictures.map(({ generationId }) => generationId))];

    const began = performance.now();
    await askedLongAgo(product, member);
    await isForgotten(product, member, { generations, deadlineMs: 10 * MOST_SECONDS * 1000 });
    const left = async () => tracesOf(product, [WORD]);
    await until(async () => (await left()).length === 0, { deadlineMs: MOST_SECONDS * 1000, everyMs: 200 });
    const seconds = (performance.now() - began) / 1000;

    const got = await Promise.all(files.map((file) => people.http.bytes(file, { token: buyer.token })));
    const { code, said } = await verifyBooks(product);
    if (code !== 0) throw new Error(`the books are not whole: ${said}`);
    return [
      row(
        `seconds until no word of a member with ${pictures.length} pictures is left`,
        `≤ ${MOST_SECONDS}`,
        seconds,
        MOST_SECONDS / seconds,
      ),
      row(
        'sold pictures that their buyer still has',
        String(SALES),
        got.filter(({ status }) => status === 200).length,
        got.filter(({ status }) => status === 200).length / SALES,
      ),
    ];
  } finally {
    await product.remove();
  }
}

const row = (what: string, bare: string, ours: number, ratio: number): BenchRow => ({
  what,
  bare,
  ours: String(Math.round(ours * 10) / 10),
  ratio,
  goal: 1,
});
