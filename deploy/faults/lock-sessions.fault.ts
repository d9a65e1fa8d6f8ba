// spec: faults F34
import { NetworkSwitch } from '@easel/kernel/testing/network-switch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from './harness/audit.ts';
import { CardService } from './harness/card-service.ts';
import { Load } from './harness/load.ts';
import { expectOk, People } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';
import { expectReplayAgrees, startSecondApi } from './harness/programs.ts';
import { Records } from './harness/records.ts';
import { Shop } from './harness/shop.ts';
import { tell } from './harness/tell.ts';
import { until } from './harness/until.ts';

let product: Product;
let people: People;
let shop: Shop;

beforeAll(async () => {
  product = await startProduct();
  people = new People(product);
  shop = new Shop(people, new CardService(product));
});
afterAll(() => product?.remove());

/** Sessions that hold the locks of what follows the log. */
const HOLDERS = `
  select distinct locks.pid, application_name as name from pg_locks locks join pg_stat_activity activity using (pid)
  where locktype = 'advisory' and granted and application_name like '% background'`;

interface Holder {
  pid: number;
  name: string;
}

const isSecond = ({ name }: Holder): boolean => name === 'easel api background';

const holders = (): Promise<Holder[]> => Records.of(product, (records) => records.rows<Holder>(HOLDERS));

async function terminate(some: readonly Holder[]): Promise<void> {
  await Records.of(product, async (records) => {
    for (const { pid } of some) await records.rows('select pg_terminate_backend($1)', [pid]);
  });
}

/** A sale: credits are held, charged, earned and settled by processes that follow the log. */
async function trade(): Promise<void> {
  const [seller, buyer] = [await people.register(), await people.register()];
  const invited = await people.register({ invitedBy: seller });
  await people.verify(invited);
  await people.generate(invited);
  const [picture] = await shop.publish(seller, 1);
  await shop.topUp(buyer, 10);
  expectOk(await shop.buy(buyer, picture!, { method: 'dollars' }));
}

test('34: the sessions behind the locks end under load, with and without a word: another takes over, nothing is done twice', async () => {
  const { databaseUrl } = product.endpoints();
  const { door, url } = await NetworkSwitch.beforeUrl(databaseUrl);
  const second = await startSecondApi(product, url);
  const load = await Load.start(people, { members: 3 });
  const ended = new Set<number>();
  for (let change = 0; change < 3; change += 1) {
    await load.served(1);
    const some = await holders();
    for (const { pid } of some) ended.add(pid);
    await terminate(some);
    await trade();
  }

  // The product's own process rests until the other holds all of them.
  const own = product.pid;
  process.kill(own, 'SIGSTOP');
  await terminate(await holders());
  await until(async () => (await holders()).some(isSecond)).finally(() => process.kill(own, 'SIGCONT'));
  await trade();

  // The other is not told that its sessions are gone, and goes on as if the locks were its own.
  door.stall();
  await terminate((await holders()).filter(isSecond));
  await load.served(1);
  await trade();
  door.resume();
  await trade();

  await load.stop();
  await audit(product, people);
  await expectReplayAgrees(product);
  const twice = await Records.of(product, (records) =>
    records.rows('select recipient, subject from vault.local_mail group by 1, 2 having count(*) > 1'),
  );
  expect(twice).toEqual([]);
  tell('sessions behind locks', { ended: ended.size });
  expect(ended.size).toBeGreaterThanOrEqual(3);
  expect(await second.stop()).toBe(0);
  await door.shut();
}, 240_000);
