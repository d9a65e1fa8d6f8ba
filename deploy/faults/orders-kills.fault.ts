import { setTimeout as sleep } from 'node:timers/promises';
import { ordersHttp } from '@easel/contracts/orders/http';
import { centred } from '@easel/contracts/products/placement';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CardService } from './harness/card-service.ts';
import type { Reply } from './harness/client.ts';
import { People, type Member } from './harness/people.ts';
import { compareOrders, unsettledOrders } from './harness/order-sums.ts';
import { startProduct, type Product } from './harness/product.ts';
import { expectReplayAgrees, verifyBooks } from './harness/programs.ts';
import { randomFrom, seedOfRun } from './harness/random.ts';
import { Shop, type Picture } from './harness/shop.ts';
import { tell } from './harness/tell.ts';
import { until } from './harness/until.ts';

const CHECKOUTS = 300;
const KILLS = 20;
const BUYERS = 12;
/** Checkouts at the same time. */
const TABS = 6;
/** From the wanted number of checkouts, or from the last death, to the next one, in milliseconds. */
const LONGEST_PAUSE_MS = 4_000;
/** Every third death strikes soon after the last one, while everything starts. */
const SOON_AGAIN = 3;
const parts = ['imaging', 'cardService', 'printService'] as const;

/** Prints soon, so that some can still cancel, and looks at the print service often. */
const env = { PRINT_AFTER_MS: '1500', PRINT_LOOK_MS: '500', PRODIGI_STANDIN_STEP_MS: '100' };
const SETTLED_WITHIN_MS = 600_000;

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

test(`${CHECKOUTS} checkouts across ${KILLS} times kill -9 are each paid and printed once, or refunded (seed ${seed})`, async () => {
  const begun = performance.now();
  const random = randomFrom(seed);
  const people = new People(product);
  const buyers = await makeBuyers(people);
  const numbers = Array.from({ length: CHECKOUTS }, (_, index) => index);
  let done = 0;
  let failed = false;
  const tabs = Promise.all(
    Array.from({ length: TABS }, async () => {
      for (let number = numbers.pop(); number !== undefined && !failed; number = numbers.pop()) {
        await checkOut(people, buyers[number % BUYERS]!, number);
        done += 1;
      }
    }),
  );
  tabs.catch(() => (failed = true)); // awaited below, after the last death
  let partKills = 0;
  for (let kill = 1; kill <= KILLS && !failed; kill++) {
    const isSoonAgain = kill % SOON_AGAIN === 0;
    const wanted = Math.floor((CHECKOUTS * kill) / (KILLS + 1));
    if (!isSoonAgain) {
      await strikePart(parts[partKills++ % parts.length]!, random() * LONGEST_PAUSE_MS);
      await until(() => failed || done >= wanted, { deadlineMs: SETTLED_WITHIN_MS, why: () => `(${done} checkouts)` });
    }
    await sleep(random() * LONGEST_PAUSE_MS);
    // Every other time PostgreSQL, and with it what the stand-ins have stored, outlives its product.
    await (kill % 2 === 0 ? product.killEverything() : product.killGroup());
    product.start({ env }).catch(() => undefined);
  }
  await product.ready();
  await tabs;
  let unsettled: string[] = [];
  await until(async () => (unsettled = await unsettledOrders(product)).length === 0, {
    deadlineMs: SETTLED_WITHIN_MS,
    everyMs: 2_000,
    why: () => `(these orders printed or refunded)\n${unsettled.join('\n')}`,
  });
  const sums = await compareOrders(product);
  const seconds = Math.round((performance.now() - begun) / 1000);
  tell('checkouts across kill -9', {
    seed,
    kills: KILLS,
    partKills,
    repeatedCalls: people.http.repeats,
    seconds,
    ...sums,
  });
  expect(sums.orders).toBe(CHECKOUTS);
  for (const kind of [sums.printed, sums.refunded, sums.unpaid, sums.declined]) expect(kind).toBeGreaterThan(0);
  const { code, said } = await verifyBooks(product);
  expect({ code, said }).toEqual({ code: 0, said });
  await expectReplayAgrees(product);
}, 1_800_000);

/** Kill -9 of the render workers alone, or of a stand-in. */
async function strikePart(part: (typeof parts)[number], pauseMs: number): Promise<void> {
  await product.ready();
  await sleep(pauseMs);
  process.kill(await until(() => product.partPid(part)), 'SIGKILL');
}

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
    const outcome = await people.generate(member, { shape: 'square_1_1' });
    if (outcome.kind !== 'completed') throw new Error(JSON.stringify(outcome));
    const { generationId } = outcome;
    const { variants } = await people.ended(member, generationId);
    buyers.push({ member, picture: { generationId, variantId: variants[0]!.id }, wanted: [...pictures] });
  }
  return buyers;
}

const address = {
  street: '1 Main Street',
  city: 'Springfield',
  state: 'Ohio',
  zipCode: '45501',
  country: 'United States',
};

/** A mug, and now and then a download of somebody else's picture as well. */
function cartOf({ picture, wanted }: Buyer, number: number): object[] {
  const mug = {
    ...picture,
    kind: 'product',
    id: `cart-${number}`,
    productId: 'mug',
    size: '',
    color: '',
    quantity: 1 + (number % 3),
    // So that nearly every order has a print file of its own.
    placement: { ...centred, scale: 1 + (number % 40) / 100 },
  };
  const bought = number % 5 === 0 ? wanted.pop() : undefined;
  if (!bought) return [mug];
  const format = { resolutionTier: '1K', format: 'png', quantity: 1 };
  return [mug, { ...bought, ...format, kind: 'image-download', id: `picture-${number}` }];
}

/** Most pay at once, some after a declined card; some cancel what they have paid, and some never pay. */
async function checkOut(people: People, buyer: Buyer, number: number): Promise<void> {
  const { token } = buyer.member;
  const post = (path: string, body?: object) => people.http.call('POST', path, { token, body });
  const placed = await post(ordersHttp.place.path, {
    id: `ORD-${1_764_000_000_000 + number}`,
    customerName: 'Ada Byron',
    customerEmail: 'ada@faults.example',
    items: cartOf(buyer, number),
    shipping_address: address,
    delivery_method: 'standard',
    test_mode: false,
  });
  const { id } = ordersHttp.place.reply.parse(answered(placed, 201)).order;
  const cancel = () => post(ordersHttp.cancel.path.replace(':id', id));
  const pay = (paymentMethod: string) => post(ordersHttp.pay.path.replace(':id', id), { paymentMethod });
  const chance = randomFrom(seed + number)();
  if (chance < 0.04) return;
  if (chance < 0.08) return void answered(await cancel(), 200);
  if (chance < 0.2) answered(await pay('pm_card_chargeDeclined'), 402);
  const paid = ordersHttp.pay.reply.parse(answered(await pay('pm_card_visa'), 200));
  if (paid.payment !== 'paid') throw new Error(`the payment of ${id} is ${paid.payment}`);
  // 409 where it is being printed already.
  if (chance > 0.8) answered(await cancel(), 200, 409);
}

function answered({ status, body }: Reply, ...wanted: number[]): unknown {
  if (!wanted.includes(status)) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
