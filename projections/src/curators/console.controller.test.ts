import { randomUUID } from 'node:crypto';
import type { SubscribedTier } from '@easel/contracts/account/policy';
import { curatorsConsoleHttp } from '@easel/contracts/curators/console.http';
import { MORE_HEADER } from '@easel/contracts/kernel/console';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AccountStory } from '../testing/accounts.ts';
import { CuratorStory } from '../testing/curators.ts';
import { operator } from '../testing/operators.ts';
import { PersonStory } from '../testing/people.ts';
import { type QueryServer, startQueries } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';

let queries: QueryServer;
beforeAll(async () => {
  queries = await startQueries();
});
afterAll(() => queries.close());

const recorder = new Recorder();
const DAY_MS = 86_400_000;
const NOTHING = { sales: 0, net: 0, share: 0, reversed: 0 };

const asked = async (
  filter: object,
  { role = 'admin', range = '[0,24]' }: { role?: OperatorRole; range?: string } = {},
) => {
  const { authorization } = await operator(queries, role);
  const query = new URLSearchParams({ filter: JSON.stringify(filter), range });
  return queries.nobody.get(`/api/admin/curators?${query.toString()}`).set('authorization', authorization);
};
const page = async (filter: object, range?: string) => {
  const { body, headers, status } = await asked(filter, range === undefined ? {} : { range });
  expect(status).toBe(200);
  return { rows: curatorsConsoleHttp.list.reply.parse(body), more: headers[MORE_HEADER] as string };
};
const only = async (memberId: string) => (await page({ member: memberId })).rows;

const plan = (account: AccountStory, endsInDays: number, tier: SubscribedTier = 'curator_partner') =>
  account.fact('SubscriptionChanged', {
    key: randomUUID(),
    tier,
    status: 'active',
    period: 'monthly',
    endDate: new Date(Date.now() + endsInDays * DAY_MS).toISOString(),
    next: null,
    reason: 'purchase',
    source: 'sub_1',
    effectiveAt: '2026-11-20T10:00:00.000Z',
  });

test('shows how a member became a curator, the section, and what was sold', async () => {
  const one = new CuratorStory(recorder);
  const buyer = new AccountStory(recorder);
  const name = `zoe-${one.memberId.slice(0, 8)}`;
  const [fox, owl, early, late] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const sale = (purchaseId: string, cents: number, purchasedAt: string) =>
    buyer.bought({ purchaseId, sellerId: one.memberId, curator: true, method: 'dollars', cents, purchasedAt });
  const arrange = (...generationIds: string[]) =>
    one.fact('CuratorSeriesArranged', { seriesId: randomUUID(), title: 'Night', generationIds });
  await queries.append(
    new PersonStory(recorder, one.memberId).shownAs(name),
    one.appointed(),
    one.described('Foxes'),
    arrange(fox, owl),
    arrange(owl),
    sale(early, 1_000, '2025-01-31T23:59:59.999Z'),
    sale(late, 99, new Date().toISOString()),
    one.accrued(early, 485),
    one.accrued(late, 48),
    one.turned(late, 1, 48),
  );
  expect(await only(one.memberId)).toEqual([
    {
      id: one.memberId,
      name,
      state: 'active',
      ways: ['appointed'],
      since: expect.stringMatching(/^20\d\d-/) as string,
      ended_at: null,
      section: 'Foxes',
      pictures: 2,
      month: { sales: 1, net: 0.96, share: 0.48, reversed: 0.48 },
      total: { sales: 2, net: 10.67, share: 5.33, reversed: 0.48 },
      cursor: expect.stringMatching(/^\d+$/) as string,
    },
  ]);
});

test('shows a former curator as ended, without a name while the member is not shown', async () => {
  const one = new CuratorStory(recorder);
  await queries.append(one.appointed(), one.described('Foxes'), one.ended());
  const [found] = await only(one.memberId);
  expect(found).toMatchObject({ name: null, state: 'ended', ways: ['appointed'], section: 'Foxes', total: NOTHING });
  expect(Date.parse(found?.ended_at ?? '')).toBeGreaterThanOrEqual(Date.parse(found?.since ?? ''));
});

test('follows the plan to its end, and an appointment beside it', async () => {
  const account = new AccountStory(recorder);
  const one = new CuratorStory(recorder, account.memberId);
  await queries.append(plan(account, 10));
  const since = '2026-11-20T10:00:00.000Z';
  expect(await only(one.memberId)).toMatchObject([{ state: 'active', ways: ['plan'], since, ended_at: null }]);
  await queries.append(one.appointed());
  expect(await only(one.memberId)).toMatchObject([{ state: 'active', ways: ['appointed', 'plan'], since }]);
  await queries.append(one.ended());
  expect(await only(one.memberId)).toMatchObject([{ state: 'active', ways: ['plan'], since }]);
  await queries.append(plan(account, -1));
  expect(await only(one.memberId)).toMatchObject([{ state: 'ended' }]);
});

test('leaves out who never was a curator', async () => {
  const account = new AccountStory(recorder);
  await queries.append(plan(account, 10, 'studio'));
  expect(await only(account.memberId)).toEqual([]);
});

test('filters by state, and pages from the latest to the first and back', async () => {
  const curators = [0, 1, 2].map(() => new CuratorStory(recorder));
  const [first, second, third] = curators.map(({ memberId }) => memberId);
  await queries.append(...curators.map((one) => one.appointed()), curators[1]!.ended());
  const id = [first, second, third];
  expect((await page({ id })).rows.map((one) => one.id)).toEqual([third, second, first]);
  expect((await page({ id, state: 'active' })).rows.map((one) => one.id)).toEqual([third, first]);
  expect((await page({ id, state: 'ended' })).rows.map((one) => one.id)).toEqual([second]);
  const top = await page({ id }, '[0,0]');
  expect(top).toMatchObject({ rows: [{ id: third }], more: 'true' });
  const next = await page({ id, before: top.rows[0]?.cursor }, '[0,1]');
  expect(next).toMatchObject({ rows: [{ id: second }, { id: first }], more: 'false' });
  expect((await page({ id, after: next.rows[1]?.cursor }, '[0,0]')).rows.map((one) => one.id)).toEqual([second]);
  await queries.append(curators[0]!.ended(), curators[0]!.appointed());
  expect((await page({ id })).rows.map((one) => one.id)).toEqual([first, third, second]);
});

test('refuses a filter that it does not have, and operators of other roles', async () => {
  expect((await asked({ name: 'zoe' })).status).toBe(400);
  expect((await asked({ state: 'gone' })).status).toBe(400);
  expect((await asked({}, { role: 'auditor' })).status).toBe(200);
  expect((await asked({}, { role: 'support' })).status).toBe(403);
  expect((await asked({}, { role: 'analyst' })).status).toBe(403);
  await queries.nobody.get('/api/admin/curators').expect(401);
});
