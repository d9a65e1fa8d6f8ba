import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from './harness/audit.ts';
import { People } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';
import { expectReplayAgrees } from './harness/programs.ts';
import { randomFrom, seedOfRun } from './harness/random.ts';
import { tell } from './harness/tell.ts';

const KILLS = 10;
const REQUESTS = 20;
/** From one start to the next death, so that some of them strike while it still starts. */
const LONGEST_LIFE_MS = 6_000;

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.remove());

const seed = seedOfRun();

test(`ten times kill -9 of everything during twenty requests loses and doubles nothing (seed ${seed})`, async () => {
  const random = randomFrom(seed);
  const people = new People(product);
  const members = await Promise.all(Array.from({ length: 4 }, () => people.register()));
  for (const member of members) await people.grant(member, 100);
  const requests = Array.from({ length: REQUESTS }, (_, index) =>
    people.order(members[index % members.length]!, { async: index % 3 === 0, count: index % 2 === 0 ? 4 : 1 }),
  );
  const answered = Promise.all(requests);
  answered.catch(() => undefined); // awaited below, after the last death

  let starting = Promise.resolve();
  for (let kill = 1; kill <= KILLS; kill++) {
    await sleep(random() * LONGEST_LIFE_MS);
    // Every other time PostgreSQL outlives its product, and the next start finds it.
    await (kill % 2 === 0 ? product.killEverything() : product.killGroup());
    starting = product.start();
    starting.catch(() => undefined);
  }
  await starting;

  const outcomes = await answered;
  expect(outcomes.filter(({ kind }) => kind === 'refused')).toEqual([]);
  const audited = await audit(product, people);
  tell('kill -9 of everything', { seed, kills: KILLS, repeatedCalls: people.http.repeats, ...audited });
  expect(audited.holds).toBe(REQUESTS);
  expect(audited.captured + audited.released).toBe(REQUESTS);
  expect(audited.completed + audited.failed + audited.cancelled).toBe(REQUESTS);
  await expectReplayAgrees(product);
  for (const member of members) expect(await people.balance(member)).toMatchObject({ held: 0 });
}, 300_000);
