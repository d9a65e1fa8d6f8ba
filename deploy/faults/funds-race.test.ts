import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from './harness/audit.ts';
import { People } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';
import { tell } from './harness/tell.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.remove());

test('of 200 requests at once on an account with funds for 37, 37 are accepted and 163 answered 402', async () => {
  const people = new People(product);
  const member = await people.register();
  await people.grant(member, 37 * 5 - 50);
  expect((await people.balance(member)).credits).toBe(37 * 5);

  const outcomes = await Promise.all(Array.from({ length: 200 }, () => people.order(member, { async: true })));
  const accepted = outcomes.filter(({ kind }) => kind === 'accepted');
  const refused = outcomes
    .filter((outcome) => outcome.kind === 'refused')
    .map(({ status, code }) => `${status} ${code}`);
  expect(accepted).toHaveLength(37);
  expect(refused).toEqual(Array.from({ length: 163 }, () => '402 account.insufficient_credits'));

  const audited = await audit(product, people);
  tell('200 requests, funds for 37', { accepted: accepted.length, refused402: refused.length, ...audited });
  expect(audited).toMatchObject({ holds: 37, captured: 37, released: 0, completed: 37, images: 37 });
  expect(await people.balance(member)).toMatchObject({ credits: 0, held: 0 });
});
