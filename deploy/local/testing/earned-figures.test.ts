import { randomUUID } from 'node:crypto';
import { AccrueSale } from '@easel/api/earnings/accrue-sale';
import { imageTerms } from '@easel/api/account/testing/account-facts';
import { commandAs, topUpAs } from '@easel/api/testing/accounts';
import { registerMember } from '@easel/api/testing/api-server';
import { earningsHttp } from '@easel/contracts/earnings/http';
import { profitsHttp } from '@easel/contracts/earnings/profits.http';
import type { TestServer } from '@easel/kernel/testing/server';
import { CommandBus } from '@nestjs/cqrs';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startWholeServer } from './whole-server.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startWholeServer();
});
afterAll(() => server.close());

test('the summary of earnings agrees with the account: on what is pending, and on what reached the account', async () => {
  const [seller, buyer] = [await registerMember(server), await registerMember(server)];
  await topUpAs(server, buyer.id, 10_000);
  const accrue = (daysAgo: number, cents: number) => {
    const key = randomUUID();
    const ids = { purchaseId: randomUUID(), generationId: randomUUID(), variantId: randomUUID() };
    const terms = { size: '2K', method: 'dollars', tenths: 0, earningTenths: 0, cents, curator: true } as const;
    const at = new Date(Date.now() - daysAgo * DAY_MS).toISOString();
    const context = { key, actor: { kind: 'system', id: 'test' }, correlationId: key } as const;
    return server.app
      .get(CommandBus, { strict: false })
      .execute(new AccrueSale({ sellerId: seller.id, key, buyerId: buyer.id, ...ids, ...terms, at }, context));
  };
  await accrue(3, 300);
  await accrue(3, 500);
  const get = async (path: string) =>
    (
      await supertest(server.http)
        .get(path)
        .set(...seller.bearer)
        .expect(200)
    ).body;
  const read = async () => ({
    own: earningsHttp.own.reply.parse(await get(earningsHttp.own.path)),
    summary: profitsHttp.summary.reply.parse(await get(profitsHttp.summary.path)),
  });
  await vi.waitFor(async () => expect((await read()).own.resting.sales).toBe(0), { timeout: 20_000 });
  const terms = imageTerms({ sellerId: seller.id, method: 'dollars', cents: 75, variantId: randomUUID() });
  await commandAs(server, { type: 'PurchaseImage', memberId: buyer.id, ...terms, at: new Date() });
  await vi.waitFor(
    async () => {
      const { own, summary } = await read();
      const { resting, waiting, payable } = own;
      expect(resting).toMatchObject({ credits: 0.5, sales: 1 });
      expect(summary.pending).toMatchObject({
        credits: resting.credits,
        dollars: resting.dollars,
        sales: resting.sales,
      });
      const inAccount = [...waiting, payable];
      const sum = (of: 'credits' | 'dollars') => inAccount.reduce((total, part) => total + part[of], 0);
      expect(sum('dollars')).toBeCloseTo(3.87);
      expect(summary.total.credits - summary.pending.credits).toBeCloseTo(sum('credits'));
      expect(summary.total.dollars - summary.pending.dollars).toBeCloseTo(sum('dollars'));
    },
    { timeout: 20_000 },
  );
});
