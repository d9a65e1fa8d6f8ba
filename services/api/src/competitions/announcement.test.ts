import { randomUUID } from 'node:crypto';
import { competitionProblems } from '@easel/contracts/competitions/policy';
import { tellFaultPoints } from '@easel/kernel/server/fault-point';
import type { TestServer } from '@easel/kernel/testing/server';
import { CommandBus } from '@nestjs/cqrs';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { commandAs, topUpAs } from '../testing/accounts.ts';
import { registerMember, signInOperator, startApi, type TestMember } from '../testing/api-server.ts';
import { askedLongAgo, askedYesterday } from '../testing/erasures.ts';
import { joinOperator, type TestOperator } from '../testing/operators.ts';
import type { ProductOrder } from '../testing/product-order.ts';
import supertest from 'supertest';
import { AnnounceChallenge } from './announce-challenge.ts';
import { ChallengeRun } from './testing/challenge-run.ts';

let server: TestServer;
let run: ChallengeRun;
let ada: TestMember;
let ben: TestMember;
let buyers: TestMember[];
let first: [string, string];
let second: TestOperator;
/** Id of the admin who was the only one at first. */
let lone: string;
beforeAll(async () => {
  server = await startApi({ rateLimitScale: 1_000 });
  run = new ChallengeRun(server);
  [ada, ben] = [await run.studio.member(), await run.studio.member()];
  buyers = [await registerMember(server), await registerMember(server)];
});
afterEach(() => tellFaultPoints(undefined));
afterAll(() => server.close());

const DAY_MS = 24 * 3_600_000;

const announce = (id: string, bearer: readonly [string, string], key: string = randomUUID()) =>
  run.admin('post', `/${id}/announcement`, bearer).set('idempotency-key', key);
const accountOf = async ({ id }: { id: string }, ...types: string[]) =>
  (await run.studio.factsOf(`account-${id}`)).filter(({ type }) => types.includes(type)).map(({ data }) => data);
const sharesOf = (member: TestMember, competitionId: string) =>
  vi.waitFor(
    async () => {
      const shares = await accountOf(member, 'ChallengeShareGranted');
      const own = shares.filter((data) => (data as { competitionId: string }).competitionId === competitionId);
      expect(own).not.toEqual([]);
      return own;
    },
    { timeout: 20_000 },
  );
const prizesOf = async (member: TestMember, competitionId: string) =>
  (await accountOf(member, 'CreditsGranted')).filter((data) =>
    (data as { key: string }).key.startsWith(`prize ${competitionId}`),
  );
const refundAll = (order: ProductOrder) =>
  order.append(server, {
    type: 'OrderRefunded',
    data: {
      ...order.ids,
      paymentId: order.paymentId,
      refundId: `re_${randomUUID()}`,
      requestId: null,
      cents: order.printsCents,
      outcome: 'made',
      refundedAt: new Date().toISOString(),
    },
  });

describe('with one active admin', () => {
  test('lets the same admin confirm after a day, and says so before', async () => {
    first = await signInOperator(server);
    const id = await run.past('tshirt', '2026-01', []);
    const key = randomUUID();
    expect((await announce(id, first, key).expect(200)).body).toEqual({ success: true, announced: false });
    expect((await announce(id, first, key).expect(200)).body).toEqual({ success: true, announced: false });
    const again = await announce(id, first).expect(409);
    expect(again.body.code).toBe(competitionProblems.needsAnother.code);
    const { operatorId = '' } = (await run.factOf(id, 'AnnouncementProposed')) ?? {};
    const tomorrow = new Date(Date.now() + 24 * 3_600_000);
    const confirmed = new AnnounceChallenge(id, operatorId, run.context(), tomorrow);
    expect(await server.app.get(CommandBus, { strict: false }).execute(confirmed)).toBe(true);
    expect(await run.factOf(id, 'WinnersAnnounced')).toMatchObject({
      entries: [],
      totalCents: 0,
      proposedBy: operatorId,
      confirmedBy: operatorId,
    });
    lone = operatorId;
  });

  test('refuses that one by the console’s route until 24 hours have passed, and announces from then on', async () => {
    const [early, due] = [await run.past('poster', '2026-01', []), await run.past('poster', '2026-02', [])];
    await run.proposedAgo(early, lone, DAY_MS - 3_600_000);
    await run.proposedAgo(due, lone, DAY_MS);
    const refused = await announce(early, first).expect(409);
    expect(refused.body).toMatchObject({
      code: competitionProblems.needsAnother.code,
      message: 'Another admin has to confirm this. Where no other is active, you can confirm it after 24 hours.',
    });
    expect(await run.factOf(early, 'WinnersAnnounced')).toBeUndefined();
    expect((await announce(due, first).expect(200)).body).toEqual({ success: true, announced: true });
    expect(await run.factOf(due, 'WinnersAnnounced')).toMatchObject({ proposedBy: lone, confirmedBy: lone });
  });
});

describe('with two active admins', () => {
  beforeAll(async () => {
    second = await joinOperator(server, 'admin');
    first = await signInOperator(server);
  });

  test('refuses the admin who proposed it also after 24 hours, and lets the other confirm', async () => {
    const id = await run.past('poster', '2026-03', []);
    await run.proposedAgo(id, lone, 2 * DAY_MS);
    expect((await announce(id, first).expect(409)).body.code).toBe(competitionProblems.needsAnother.code);
    expect((await announce(id, second.bearer).expect(200)).body).toEqual({ success: true, announced: true });
    expect(await run.factOf(id, 'WinnersAnnounced')).toMatchObject({ proposedBy: lone, confirmedBy: second.id });
  });

  test('refuses a challenge that is unknown, has not closed, or closed too recently', async () => {
    await announce(randomUUID(), first).expect(404);
    const open = await run.openOne('tshirt');
    expect((await announce(open, first).expect(409)).body.code).toBe(competitionProblems.notClosed.code);
    const id = await run.past('tshirt', '2026-02', []);
    const early = new AnnounceChallenge(id, randomUUID(), run.context(), new Date('2026-03-14T23:59:59.999Z'));
    await expect(server.app.get(CommandBus, { strict: false }).execute(early)).rejects.toThrow(
      competitionProblems.tooEarly.message,
    );
  });

  test('pays shares and prizes from sales less refunds, and never changes them afterwards', async () => {
    const month = '2026-03';
    const [one, two] = [await run.pastEntry(ada), await run.pastEntry(ben)];
    const orders: ProductOrder[] = [];
    for (const buyer of buyers) orders.push(await run.order(buyer, one, month), await run.order(buyer, two, month));
    await run.order(ada, one, month);
    const id = await run.past('tshirt', month, [one, two]);
    expect(await run.factOf(id, 'CompetitionClosed')).toMatchObject({
      tally: [
        { entryId: one.entryId, memberId: ada.id, proceedsCents: 9_600, buyers: 2 },
        { entryId: two.entryId, memberId: ben.id, proceedsCents: 9_600, buyers: 2 },
      ],
    });
    // A refund to the first buyer, between close and announcement.
    await refundAll(orders[0]!);

    expect((await announce(id, first).expect(200)).body.announced).toBe(false);
    const replies = await Promise.all([announce(id, second.bearer), announce(id, second.bearer)]);
    expect(replies.map(({ status, body }) => [status, (body as { announced: boolean }).announced])).toEqual([
      [200, true],
      [200, true],
    ]);
    expect((await announce(id, first).expect(200)).body.announced).toBe(true);
    expect((await run.typesIn(id)).filter((type) => type === 'WinnersAnnounced')).toHaveLength(1);
    expect(await run.factOf(id, 'WinnersAnnounced')).toMatchObject({
      totalCents: 14_400,
      houseCents: 14_400 - 1_440 - 3_600,
      entries: [
        { entryId: two.entryId, proceedsCents: 9_600, buyers: 2, shareCents: 960, place: 1, prizeCents: 3_600 },
        { entryId: one.entryId, proceedsCents: 4_800, buyers: 1, shareCents: 480, place: null, prizeCents: 0 },
      ],
    });
    expect(await sharesOf(ben, id)).toMatchObject([{ cents: 4_560, shareCents: 960, prizeCents: 3_600 }]);
    expect(await sharesOf(ada, id)).toMatchObject([{ cents: 480, shareCents: 480, prizeCents: 0 }]);
    await vi.waitFor(async () => expect(await prizesOf(ben, id)).toMatchObject([{ tenths: 5_000, reason: 'prize' }]));
    expect(await prizesOf(ada, id)).toEqual([]);

    await refundAll(orders[1]!);
    await announce(id, first).expect(200);
    expect((await run.typesIn(id)).filter((type) => type === 'WinnersAnnounced')).toHaveLength(1);
    expect(await sharesOf(ben, id)).toHaveLength(1);
  });

  test('leaves out orders of the entrant’s ring and disputed payments, and counts those of a fan', async () => {
    const month = '2026-04';
    const [friend, fan, doubter] = [await run.studio.member(), await run.studio.member(), await run.studio.member()];
    const entry = await run.pastEntry(ada);
    const [image, friends] = [await run.studio.published(ada), await run.studio.published(friend)];
    const buy = async (of: TestMember, imageId: string) => {
      await topUpAs(server, of.id, 1_000);
      await supertest(server.http)
        .post('/api/images/purchase')
        .set(...of.bearer)
        .send({ imageId, size: '1K', paymentMethod: 'dollars' })
        .expect(200);
    };
    await buy(friend, image);
    await buy(fan, image);
    await buy(ada, friends);
    // A process records the sale in the seller's earnings.
    await vi.waitFor(async () =>
      expect(
        (await run.studio.typesIn(`earnings-${ada.id}`)).filter((type) => type === 'EarningsAccrued'),
      ).toHaveLength(2),
    );
    await run.order(friend, entry, month);
    await run.order(fan, entry, month);
    const doubted = await run.order(doubter, entry, month);
    await vi.waitFor(async () => expect(await accountOf(doubter, 'PrintsPurchased')).toHaveLength(1));
    const dispute = { disputeId: `dp_${randomUUID()}`, paymentId: doubted.paymentId, cents: doubted.printsCents };
    await commandAs(server, {
      type: 'DisputeWallet',
      memberId: doubter.id,
      ...dispute,
      outcome: 'frozen',
      reason: null,
      at: new Date(),
    });
    const id = await run.past('tshirt', month, [entry]);
    expect(await run.factOf(id, 'CompetitionClosed')).toMatchObject({ tally: [{ proceedsCents: 4_800, buyers: 1 }] });

    await commandAs(server, {
      type: 'DisputeWallet',
      memberId: doubter.id,
      ...dispute,
      outcome: 'released',
      reason: null,
      at: new Date(),
    });
    await announce(id, first).expect(200);
    await announce(id, second.bearer).expect(200);
    expect(await run.factOf(id, 'WinnersAnnounced')).toMatchObject({
      totalCents: 9_600,
      entries: [{ memberId: ada.id, buyers: 2, place: 1 }],
    });
  });

  test('leaves out two members who order each other’s entries', async () => {
    const month = '2026-05';
    const [one, two] = [await run.pastEntry(ada), await run.pastEntry(ben)];
    await run.order(ada, two, month);
    await run.order(ben, one, month);
    await run.order(buyers[0]!, one, month);
    const id = await run.past('tshirt', month, [one, two]);
    expect(await run.factOf(id, 'CompetitionClosed')).toMatchObject({
      tally: [{ entryId: one.entryId, proceedsCents: 4_800, buyers: 1 }],
    });
  });

  test('grants each share and prize once when the process dies between them', async () => {
    const month = '2026-06';
    const entry = await run.pastEntry(ben);
    for (const buyer of buyers) await run.order(buyer, entry, month);
    const id = await run.past('tshirt', month, [entry]);
    await announce(id, first).expect(200);
    let deaths = 0;
    tellFaultPoints((name) => {
      if (name !== 'competitions.before-prize' || deaths > 0) return;
      deaths += 1;
      throw new Error('died');
    });
    await announce(id, second.bearer).expect(200);
    await vi.waitFor(async () => expect(await prizesOf(ben, id)).toHaveLength(1), { timeout: 20_000 });
    expect(deaths).toBe(1);
    expect(await sharesOf(ben, id)).toMatchObject([{ shareCents: 960, prizeCents: 2_400 }]);
  });

  test('delays an erasure until the announcement, unless the member gives up the share', async () => {
    const month = '2026-07';
    const [stays, leaves] = [await run.studio.member(), await run.studio.member()];
    const [one, two, unsold] = [await run.pastEntry(stays), await run.pastEntry(leaves), await run.pastEntry(ada)];
    await run.order(buyers[0]!, one, month);
    await run.order(buyers[0]!, two, month);
    await run.past('poster', month, [one, two, unsold]);
    const obstaclesOf = async (member: TestMember) => {
      const { body } = await supertest(server.http)
        .get('/api/auth/erasure')
        .set(...member.bearer)
        .expect(200);
      return (body as { erasure: { waitsFor: object[] } }).erasure.waitsFor;
    };
    await askedYesterday(server, stays);
    await vi.waitFor(async () =>
      expect(await obstaclesOf(stays)).toEqual([
        { kind: 'challenge', amount: null, until: '2026-08-15T00:00:00.000Z' },
      ]),
    );
    await askedYesterday(server, leaves, true);
    await vi.waitFor(async () => expect(await obstaclesOf(leaves)).toEqual([]));
  });

  test('grants nothing to an erased member', async () => {
    const month = '2026-08';
    const [gone, stays] = [await run.studio.member(), await run.studio.member()];
    const [one, two] = [await run.pastEntry(gone), await run.pastEntry(stays)];
    for (const entry of [one, two]) await run.order(buyers[0]!, entry, month);
    const id = await run.past('poster', month, [one, two]);
    await askedLongAgo(server, gone, true);
    await vi.waitFor(
      async () => {
        const types = (await Array.fromAsync(server.foundation.log.readStored(`member-${gone.id}`))).map(
          ({ type }) => type,
        );
        expect(types).toContain('MemberErased');
      },
      { timeout: 20_000 },
    );
    await announce(id, first).expect(200);
    await announce(id, second.bearer).expect(200);
    expect(await sharesOf(stays, id)).toMatchObject([{ shareCents: 480 }]);
    expect(await run.factOf(id, 'WinnersAnnounced')).toMatchObject({
      entries: [{ memberId: gone.id }, { memberId: stays.id }],
    });
    expect(await accountOf(gone, 'ChallengeShareGranted')).toEqual([]);
  });
});
