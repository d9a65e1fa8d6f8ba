import { setTimeout as sleep } from 'node:timers/promises';
import { ordersHttp } from '@easel/contracts/orders/http';
import { orderStream } from '@easel/contracts/orders/stream';
import { centred } from '@easel/contracts/products/placement';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CardService } from './harness/card-service.ts';
import { People, type Member } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';
import { expectReplayAgrees, verifyBooks } from './harness/programs.ts';
import { randomFrom, seedOfRun } from './harness/random.ts';
import { paymentFacts, Records, streamsOf } from './harness/records.ts';
import { Shop, type Picture } from './harness/shop.ts';
import { tell } from './harness/tell.ts';
import { until } from './harness/until.ts';

const CHECKOUTS = 300;
const KILLS = 20;
const BUYERS = 12;
/** Checkouts at the same time. */
const TABS = 6;
/** From one start to the next death, so that some of them strike while it still starts. */
const LONGEST_LIFE_MS = 8_000;

/** Prints at once, and looks at the print service often. */
const env = { PRINT_AFTER_MS: '0', PRINT_LOOK_MS: '500' };

let product: Product;

beforeAll(async () => {
  product = await startProduct({ env });
});
afterAll(() => product?.remove());

interface Buyer {
  member: Member;
  /** One's own. */
  picture: Picture;
  /** Somebody else's that this member has not ordered yet. */
  wanted: Picture[];
}

const seed = seedOfRun();

test(`300 checkouts across 20 times kill -9 are each paid and printed once, or refunded (seed ${seed})`, async () => {
  const random = randomFrom(seed);
  const people = new People(product);
  const buyers = await makeBuyers(people);
  let left = CHECKOUTS;
  const tabs = Promise.all(
    Array.from({ length: TABS }, async () => {
      while (left > 0) {
        const number = left--;
        await checkOut(people, buyers[number % BUYERS]!, number, random);
      }
    }),
  );
  tabs.catch(() => undefined); // awaited below, after the last death
  for (let kill = 1; kill <= KILLS; kill++) {
    await sleep(random() * LONGEST_LIFE_MS);
    // Every other time PostgreSQL, and with it what the stand-ins have stored, outlives its product.
    await (kill % 2 === 0 ? product.killEverything() : product.killGroup());
    product.start({ env }).catch(() => undefined);
  }
  await product.ready();
  await tabs;
  const sums = await until(settled, { deadlineMs: 300_000, why: () => '(every order printed or refunded)' });
  tell('checkouts across kill -9', { seed, kills: KILLS, repeatedCalls: people.http.repeats, ...sums });
  expect(sums.orders).toBe(CHECKOUTS);
  const { code, said } = await verifyBooks(product);
  expect(code, said).toBe(0);
  await expectReplayAgrees(product);
}, 1_800_000);

async function makeBuyers(people: People): Promise<Buyer[]> {
  const shop = new Shop(people, new CardService(product));
  const seller = await people.register();
  await people.grant(seller, 600);
  const pictures = await shop.publish(seller, 2);
  const buyers: Buyer[] = [];
  for (let index = 0; index < BUYERS; index++) {
    const member = await people.register();
    await people.grant(member, 100);
    // Square, so that a mug and a tote have pixels enough.
    const { generationId = '' } = await people.generate(member, { shape: 'square_1_1' }).then(made);
    const { variants } = await people.ended(member, generationId);
    buyers.push({ member, picture: { generationId, variantId: variants[0]!.id }, wanted: [...pictures] });
  }
  return buyers;
}

const made = (outcome: Awaited<ReturnType<People['generate']>>): { generationId: string } => {
  if (outcome.kind !== 'completed' || outcome.generationId === undefined) throw new Error(JSON.stringify(outcome));
  return { generationId: outcome.generationId };
};

const address = {
  street: '1 Main Street',
  city: 'Springfield',
  state: 'Ohio',
  zipCode: '45501',
  country: 'United States',
};

/** Most pay at once, some after a declined card; some cancel what they have paid, and some never pay. */
async function checkOut(people: People, buyer: Buyer, number: number, random: () => number): Promise<void> {
  const { token } = buyer.member;
  const post = (path: string, body: unknown) => people.http.call('POST', path, { token, body });
  const mug = {
    ...buyer.picture,
    kind: 'product',
    id: `cart-${number}`,
    productId: 'mug',
    size: '',
    color: '',
    quantity: 1 + (number % 3),
    placement: centred,
  };
  const picture = number % 5 === 0 ? buyer.wanted.pop() : undefined;
  const download = picture && {
    ...picture,
    kind: 'image-download',
    id: `picture-${number}`,
    resolutionTier: '1K',
    format: 'png',
    quantity: 1,
  };
  const placed = await post(ordersHttp.place.path, {
    id: `ORD-${1_764_000_000_000 + number}`,
    customerName: 'Ada Byron',
    customerEmail: 'ada@faults.example',
    items: download ? [mug, download] : [mug],
    shipping_address: address,
    delivery_method: 'standard',
    test_mode: false,
  });
  if (placed.status !== 201) throw new Error(`an order was answered ${placed.status}: ${JSON.stringify(placed.body)}`);
  const { id } = ordersHttp.place.reply.parse(placed.body).order;
  const pay = (paymentMethod: string) => post(ordersHttp.pay.path.replace(':id', id), { paymentMethod });
  const chance = random();
  if (chance < 0.05) return void (await post(ordersHttp.cancel.path.replace(':id', id), undefined));
  if (chance < 0.2) await pay('pm_card_visa_chargeDeclined');
  await pay('pm_card_visa');
  // Too late where it is being printed already.
  if (chance > 0.85) await post(ordersHttp.cancel.path.replace(':id', id), undefined);
}

/** What became of all orders; undefined while one is not done. Throws where one was charged or printed twice. */
const settled = () =>
  Records.of(product, async (records) => {
    const streams = await records.streams();
    const sums = { orders: 0, printed: 0, refunded: 0, unpaid: 0, charged: 0 };
    for (const [stream, events] of streamsOf(streams, orderStream.category)) {
      sums.orders += 1;
      const facts = paymentFacts(events);
      const count = (type: string) => facts.filter((fact) => fact.type === type).length;
      expect(count('OrderPaid'), stream).toBeLessThanOrEqual(1);
      expect(count('OrderSentToPrint'), stream).toBeLessThanOrEqual(1);
      const charges = await records.rows<{ n: number }>(
        `select count(*)::int as n from stripe_standin.objects
         where object = 'charge' and body->>'status' = 'succeeded' and body->'metadata'->>'orderId' = $1`,
        [orderStream.idOf(stream)],
      );
      expect(charges[0]?.n, stream).toBe(count('OrderPaid'));
      sums.charged += count('OrderPaid');
      if (count('OrderSentToPrint') === 1) sums.printed += 1;
      else if (count('OrderRefunded') > 0) sums.refunded += 1;
      else if (count('OrderPaid') === 0) sums.unpaid += 1;
      else return undefined;
    }
    expect(sums.printed + sums.refunded).toBe(sums.charged);
    return sums;
  });
