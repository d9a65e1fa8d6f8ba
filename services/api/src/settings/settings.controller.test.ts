import { firstPriceList, type PriceList } from '@easel/contracts/prices/policy';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerMember, signInOperator, startApi } from '../testing/api-server.ts';

let server: TestServer;
let operator: [string, string];
beforeAll(async () => {
  server = await startApi();
  operator = await signInOperator(server);
});
afterAll(() => server.close());

const inForce = async (): Promise<PriceList> => {
  const { body } = await supertest(server.http).get('/api/prices').expect(200);
  return (body as { prices: PriceList }).prices;
};
const put = (body: object) => supertest(server.http).put('/api/admin/prices').send(body);
const factsOfPrices = () => Array.fromAsync(server.foundation.log.read('settings-prices'));

test('GET /api/prices gives anybody the ruled figures', async () => {
  expect(await inForce()).toEqual(firstPriceList);
});

describe('PUT /api/admin/prices', () => {
  test('revises the list, and says who did and why', async () => {
    const list = await inForce();
    const images = { ...list.images, '2K': { tenths: 110, cents: 160 } };
    const { body } = await put({ ...list, images, reason: 'paper became dearer' })
      .set(...operator)
      .expect(200);
    expect(body).toEqual({ success: true, prices: { ...list, images, version: list.version + 1 } });
    expect(await inForce()).toEqual(body.prices);
    expect((await factsOfPrices()).at(-1)).toMatchObject({
      type: 'PriceListRevised',
      data: { reason: 'paper became dearer', version: list.version + 1 },
      metadata: { actor: { kind: 'operator', role: 'admin' } },
    });
  });

  test('of a list that was revised meanwhile is 409, of two at once one', async () => {
    const list = await inForce();
    const before = await factsOfPrices();
    const { body } = await put({ ...list, version: list.version - 1, reason: 'x' })
      .set(...operator)
      .expect(409);
    expect(body).toMatchObject({ success: false, code: 'settings.list_moved', version: list.version });
    const both = await Promise.all(['one', 'two'].map((reason) => put({ ...list, reason }).set(...operator)));
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await factsOfPrices()).toHaveLength(before.length + 1);
  });

  test('of a faulty list is 422 with a line for each fault', async () => {
    const list = await inForce();
    const { body } = await put({ ...list, images: { ...list.images, '1K': { tenths: 0, cents: -5 } }, reason: 'x' })
      .set(...operator)
      .expect(422);
    expect(body).toMatchObject({
      code: 'settings.list_faulty',
      errors: [{ message: '1K has no price in credits' }, { message: '1K has no price in dollars' }],
    });
  });

  test('needs a whole list and a reason', async () => {
    const { images, ...rest } = await inForce();
    const { '8K': _, ...fewer } = images;
    for (const body of [
      { ...rest, reason: 'x' },
      { ...rest, images: fewer, reason: 'x' },
      { ...rest, images, reason: ' ' },
      { ...rest, images },
      { ...rest, images: { ...images, '1K': { tenths: 0.5, cents: 1 } }, reason: 'x' },
    ]) {
      await put(body)
        .set(...operator)
        .expect(400);
    }
  });

  test('is an admin’s: 401 for nobody, 403 for a member', async () => {
    const list = await inForce();
    const { bearer } = await registerMember(server);
    await put({ ...list, reason: 'x' }).expect(401);
    await put({ ...list, reason: 'x' })
      .set(...bearer)
      .expect(403);
    expect(await inForce()).toEqual(list);
  });
});
