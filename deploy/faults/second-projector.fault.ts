// spec: faults F22
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from './harness/audit.ts';
import { Load } from './harness/load.ts';
import { People } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';
import { expectReplayAgrees, startSecondProjections } from './harness/programs.ts';
import { Records } from './harness/records.ts';
import { tell } from './harness/tell.ts';

let product: Product;
let people: People;

beforeAll(async () => {
  product = await startProduct();
  people = new People(product);
});
afterAll(() => product?.remove());

interface Holder {
  pid: number;
  client_port: number;
}

/** Backends that hold a projector's lock: the one runner of each read model. */
const HOLDERS = `
  select distinct locks.pid, activity.client_port from pg_locks locks join pg_stat_activity activity using (pid)
  where locktype = 'advisory' and granted and application_name like 'projector %'`;

test('22: two processes run the projectors, and the lead changes under load: rows exactly once', async () => {
  const second = await startSecondProjections(product);
  const load = await Load.start(people, { members: 3 });
  const seen = new Set<number>();
  for (let change = 0; change < 10; change++) {
    await load.served(1);
    await Records.of(product, async (records) => {
      const holders = await records.rows<Holder>(HOLDERS);
      for (const { pid } of holders) {
        seen.add(pid);
        await records.rows('select pg_terminate_backend($1)', [pid]);
      }
    });
  }
  await load.served(1);
  await load.stop();
  await audit(product, people);
  await expectReplayAgrees(product);
  tell('two projectors', { leadersEnded: seen.size });
  expect(seen.size).toBeGreaterThanOrEqual(10);

  // The second answers readers alike, and leaves in order.
  const member = people.members[0]!;
  const reply = await fetch(`${second.address}/api/analytics/dashboard`, {
    headers: { authorization: `Bearer ${member.token}` },
  });
  const own = await people.http.call('GET', '/api/analytics/dashboard', { token: member.token });
  expect(await reply.json()).toEqual(own.body);
  expect(await second.stop()).toBe(0);
}, 240_000);
