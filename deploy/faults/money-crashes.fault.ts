import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { purchasesHttp } from '@easel/contracts/purchases/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from './harness/audit.ts';
import { CardService } from './harness/card-service.ts';
import { expectOk, People, type Member } from './harness/people.ts';
import { isPng } from './harness/png.ts';
import { startProduct, type Product } from './harness/product.ts';
import { expectReplayAgrees } from './harness/programs.ts';
import { accountFacts, Records } from './harness/records.ts';
import { Shop, type Picture } from './harness/shop.ts';
import { until } from './harness/until.ts';

let product: Product;
let people: People;
let cards: CardService;
let shop: Shop;
let folder: string;
let pictures: Picture[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-once-'));
  product = await startProduct();
  people = new People(product);
  cards = new CardService(product);
  shop = new Shop(people, cards);
  const seller = await people.register();
  await people.grant(seller, 200);
  pictures = await shop.publish(seller, 2);
});
afterAll(async () => {
  await product?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** What is done while the process dies at the point once, and what must hold after it came back. */
async function dying(point: string, work: () => Promise<void>): Promise<void> {
  const onceFile = join(folder, `${point} ${Math.random()}`);
  await product.killEverything();
  // A dead maker's claim is over soon: the lease's own length is of no interest here.
  await product.start({ faultPoint: point, onceFile, restarts: true, env: { LEASE_MS: '2000' } });
  await work();
  await until(() => existsSync(onceFile), { why: () => `(the death at ${point})` });
  await product.ready();
  await audit(product, people);
}

const countOf = (member: Member, type: string): Promise<number> =>
  Records.of(product, async (records) => {
    const events = (await records.streams()).get(`account-${member.id}`) ?? [];
    return accountFacts(events).filter((fact) => fact.type === type).length;
  });

const referralGrantsOf = (member: Member): Promise<number> =>
  Records.of(product, async (records) => {
    const events = (await records.streams()).get(`account-${member.id}`) ?? [];
    return accountFacts(events).filter(({ type, data }) => type === 'CreditsGranted' && data.reason === 'referral')
      .length;
  });

describe('a purchase is one purchase, and its file is there, when the process dies at', () => {
  test.each(['idempotency.after-claim#1', 'decider.before-append#1', 'decider.after-append#1', 'process.after-act#1'])(
    '%s',
    async (point) => {
      const picture = pictures.pop()!;
      const buyer = await people.register();
      await shop.topUp(buyer, 10);
      await dying(point, async () => {
        const { purchaseId, downloadUrl } = purchasesHttp.purchase.reply.parse(
          expectOk(await shop.buy(buyer, picture, { method: 'dollars', amount: 0.75 })).body,
        );
        expect(downloadUrl).toContain(purchaseId);
        const file = await people.http.bytes(downloadUrl, { token: buyer.token }).catch(async () => {
          await product.ready();
          return people.http.bytes(downloadUrl, { token: buyer.token });
        });
        expect([file.status, isPng(file.bytes)]).toEqual([200, true]);
      });
      expect((await shop.balance(buyer)).dollars).toBe(9.25);
      expect(await countOf(buyer, 'ImagePurchased')).toBe(1);
    },
  );
});

describe('a file in another size is made, once asked for again, when its maker dies at', () => {
  test.each(['derived.after-claim', 'derived.after-blob'])('%s', async (point) => {
    const picture = pictures.pop()!;
    const buyer = await people.register();
    await shop.topUp(buyer, 10);
    // Bought where the maker dies: it makes the file as soon as it hears of the purchase.
    await dying(point, async () => {
      const reply = await shop.buy(buyer, picture, { method: 'dollars' });
      const { downloadUrl } = purchasesHttp.purchase.reply.parse(expectOk(reply).body);
      await until(
        async () => {
          const { status, bytes } = await people.http.bytes(downloadUrl, { token: buyer.token });
          if (status !== 200) throw new Error(`answered ${status}`);
          return isPng(bytes);
        },
        { deadlineMs: 120_000, everyMs: 500 },
      );
    });
  });
});

describe('both sides of a referral get their credits once when the process dies at', () => {
  test.each(['referral.before-grant', 'referral.after-grants', 'process.after-act#1'])('%s', async (point) => {
    const inviter = await people.register();
    const invited = await people.register({ invitedBy: inviter });
    await dying(point, async () => {
      await people.verify(invited);
      await shop.until(invited, ({ credits }) => credits === 75);
      await people.generate(invited);
      await shop.until(inviter, ({ credits }) => credits === 75);
    });
    expect((await shop.balance(inviter)).credits).toBe(75);
    for (const member of [inviter, invited]) expect(await referralGrantsOf(member)).toBe(1);
  });
});

test('a member is one customer of the card service when the process dies between making it and keeping it', async () => {
  const member = await people.register();
  await dying('checkout.after-customer', async () => {
    await shop.topUp(member, 15);
    await shop.topUp(member, 10);
  });
  expect((await shop.balance(member)).dollars).toBe(25);
  const customers = await Records.of(product, (records) =>
    records.rows<{ n: number }>(
      `select count(*)::int as n from stripe_standin.objects where object = 'customer' and body->'metadata'->>'memberId' = '${member.id}'`,
    ),
  );
  expect(customers).toEqual([{ n: 1 }]);
});

test('after all of them a replay of the log gives the rows that are there', () => expectReplayAgrees(product));
