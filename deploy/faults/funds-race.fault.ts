// spec: faults F15
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from './harness/audit.ts';
import { CardService } from './harness/card-service.ts';
import type { Reply } from './harness/client.ts';
import { People, type Member } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';
import { expectReplayAgrees, startSecondApi, type SecondServer } from './harness/programs.ts';
import { Shop, type Picture } from './harness/shop.ts';
import { tell } from './harness/tell.ts';
import { until } from './harness/until.ts';

const FUNDS = 37;
const GENERATIONS = 120;
const PURCHASES = 40;
const DOWNLOADS = 40;

let product: Product;
let people: People;
let shop: Shop;
/** Public pictures of others; nobody has bought any. */
let pictures: Picture[];

beforeAll(async () => {
  product = await startProduct();
  people = new People(product);
  shop = new Shop(people, new CardService(product));
  const sellers = await Promise.all([people.register(), people.register()]);
  const shelves = await Promise.all(
    sellers.map(async (seller) => {
      await people.grant(seller, 200);
      return shop.publish(seller, 5);
    }),
  );
  pictures = shelves.flat();
});
afterAll(() => product?.remove());

/** Somebody on a plan with 150 credits and 35 given: enough for 37 things of 5 credits each. */
async function buyer(): Promise<Member> {
  const member = await people.register();
  await shop.subscribe(member, 'starter');
  await people.grant(member, FUNDS * 5 - 150);
  expect((await shop.balance(member)).credits).toBe(FUNDS * 5);
  return member;
}

interface Answer {
  status: number;
  code: string | undefined;
}

const answerOf = ({ status, body }: Reply): Answer => ({ status, code: (body as { code?: string }).code });

/** 200 things of 5 credits each, wanted at the same moment: through these doors in turn. */
async function rush(member: Member, doors: readonly { people: People; shop: Shop }[]): Promise<Answer[]> {
  const door = (n: number) => doors[n % doors.length]!;
  const quotes = await Promise.all(
    pictures.slice(PURCHASES, PURCHASES + DOWNLOADS).map((picture) => shop.quote(member, picture)),
  );
  const requests = [
    ...Array.from({ length: GENERATIONS }, (_, n) => async (): Promise<Answer> => {
      const outcome = await door(n).people.order(member, { async: true });
      if (outcome.kind === 'refused') return { status: outcome.status, code: outcome.code };
      return outcome.kind === 'failed' ? { status: 502, code: 'abandoned' } : { status: 200, code: undefined };
    }),
    ...pictures
      .slice(0, PURCHASES)
      .map((picture, n) => async (): Promise<Answer> => answerOf(await door(n).shop.buy(member, picture))),
    ...quotes.map((token, n) => async (): Promise<Answer> => answerOf(await door(n).shop.confirm(member, token))),
  ];
  // Kinds take turns, or those that are asked for first would take it all.
  const mixed = requests
    .map((request, n) => ({ request, turn: (n * 7919) % requests.length }))
    .toSorted((a, b) => a.turn - b.turn);
  return Promise.all(mixed.map(({ request }) => request()));
}

function countsOf(answers: readonly Answer[], what: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, code } of answers) {
    const answer = code === undefined ? String(status) : `${status} ${code}`;
    counts[answer] = (counts[answer] ?? 0) + 1;
  }
  tell(what, counts);
  return counts;
}

const REFUSED = '402 account.insufficient_credits';

function expectFundsSpent(answers: readonly Answer[], what: string): void {
  expect(countsOf(answers, what)).toEqual({ 200: FUNDS, [REFUSED]: answers.length - FUNDS });
}

describe('of 200 purchases, downloads and generations at once, with funds for 37, 37 succeed and 163 are answered 402', () => {
  test('by one process', async () => {
    const member = await buyer();
    expectFundsSpent(await rush(member, [{ people, shop }]), 'one process');
    await audit(product, people);
    expect(await shop.balance(member)).toEqual({ credits: 0, dollars: 0, held: 0 });
  });

  test('by two', async () => {
    const member = await buyer();
    const second: SecondServer = await startSecondApi(product);
    const others = people.through(second.address);
    const answers = await rush(member, [
      { people, shop },
      { people: others, shop: new Shop(others, new CardService(product)) },
    ]);
    expect(await second.stop()).toBe(0);
    expectFundsSpent(answers, 'two processes');
    await audit(product, people);
    expect(await shop.balance(member)).toEqual({ credits: 0, dollars: 0, held: 0 });
  });

  test('when everything is killed in between and started again', async () => {
    await product.killEverything();
    await product.start({ restarts: true });
    const member = await buyer();
    const before = people.http.answers;
    const answers = rush(member, [{ people, shop }]);
    for (const served of [40, 120]) {
      await until(() => people.http.answers >= before + served);
      product.strike();
      await product.ready();
    }
    const counts = countsOf(await answers, `killed ${product.deaths} times`);
    // Whoever is cut off between the hold and the request, and comes again late, is told so and has the credits back.
    const { 200: bought = 0, [REFUSED]: refused = 0, '502 abandoned': abandoned = 0 } = counts;
    expect(bought + refused + abandoned).toBe((await answers).length);
    expect(bought).toBeLessThanOrEqual(FUNDS);
    expect(bought).toBeGreaterThanOrEqual(FUNDS - abandoned);
    expect(product.deaths).toBeGreaterThanOrEqual(1);
    await audit(product, people);
    expect(await shop.balance(member)).toEqual({ credits: (FUNDS - bought) * 5, dollars: 0, held: 0 });
    await expectReplayAgrees(product);
  });
});
