import { randomUUID } from 'node:crypto';
import type { AccountFact } from '@easel/contracts/account/events';
import type { MemberFact } from '@easel/contracts/members/events';
import { monthStart, REFERRALS_A_MONTH, utcMonth } from '@easel/contracts/account/policy';
import { referralCodeOf } from '@easel/contracts/members/policy';
import { type Decide, DecideHandler } from '@easel/kernel/deciding/decide';
import { newFacts } from '@easel/kernel/deciding/decider-runner';
import type { TestServer } from '@easel/kernel/testing/server';
import { CommandBus } from '@nestjs/cqrs';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { registerMember, registrationOf, startApi, type TestMember } from '../testing/api-server.ts';
import { mailed, tokenIn } from '../testing/mailbox.ts';
import { Studio } from '../testing/studio.ts';
import { RegisterMember, RewardReferral } from './members.commands.ts';
import { memberIdOf } from './members.handlers.ts';

/** Processes take their turns on a busy machine. */
/** Of a side's credits. */
const isGrant = ({ command }: Decide): boolean => command.type === 'GrantCredits';

const until = (check: () => Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 10_000 });

let server: TestServer;
beforeAll(async () => {
  server = await startApi();
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
});

async function registerBy(referralCode: string | null, given?: string): Promise<TestMember> {
  const name = `r${randomUUID().slice(0, 8)}`;
  const email = given ?? `${name}@example.org`;
  const { body } = await supertest(server.http)
    .post('/api/auth/register')
    .send({ ...registrationOf(name), email, referralCode })
    .expect(200);
  const { token, user } = body as { token: string; user: { id: string } };
  return { id: user.id, token, email, bearer: ['authorization', `Bearer ${token}`] };
}

/** As its settlement has counted it. */
async function draw(member: TestMember): Promise<void> {
  await new Studio(server).finished(member);
}

async function verify(email: string): Promise<void> {
  const token = tokenIn(await mailed(server, email, /^Verify/));
  const { headers } = await supertest(server.http).get('/api/auth/verify-email').query({ token }).expect(302);
  expect(headers['location']).toContain('status=success');
}

async function referralOf(member: TestMember): Promise<{ referralCredits: number; totalReferrals: number }> {
  const { body } = await supertest(server.http)
    .get('/api/auth/me')
    .set(...member.bearer)
    .expect(200);
  return (body as { user: { referral: { referralCredits: number; totalReferrals: number } } }).user.referral;
}

const factsOf = <F extends AccountFact | MemberFact>(stream: string) =>
  Array.fromAsync(server.foundation.log.read<F>(stream));
/** Of each fact that a referral left, the sum. */
async function rewardsOf({ id }: { id: string }): Promise<{ told: number[]; granted: number[] }> {
  const told = (await factsOf<MemberFact>(`member-${id}`)).flatMap(({ type, data }) =>
    type === 'ReferralRewarded' ? [data.tenths] : [],
  );
  const granted = (await factsOf<AccountFact>(`account-${id}`)).flatMap(({ type, data }) =>
    type === 'CreditsGranted' && data.reason === 'referral' && data.bucket === 'permanent' ? [data.tenths] : [],
  );
  return { told, granted };
}
const commands = () => server.app.get(CommandBus, { strict: false });
const contextOf = (key: string) => ({ key, actor: { kind: 'system', id: 'test' }, correlationId: 'test' }) as const;
const registerAs = (key: string, inviterKey: string, email = registrationOf(`r${key.slice(0, 8)}`).email) =>
  commands().execute(
    new RegisterMember(
      {
        ...registrationOf(`r${key.slice(0, 8)}`),
        email,
        marketingOptIn: false,
        referralCode: referralCodeOf(memberIdOf(inviterKey)),
      },
      contextOf(key),
      { userAgent: '', address: '127.0.0.1', cookies: undefined },
    ),
  );
const reward = (invitedId: string, at = new Date()) =>
  commands().execute(new RewardReferral(invitedId, at, contextOf(`referral ${invitedId}`)));
const thisMonth = utcMonth(new Date());
const nextMonth = new Date(monthStart(thisMonth).getTime() + 32 * 86_400_000);

describe('an invitation', () => {
  test('brings the invited 25 credits when the address is verified, and the inviter with the first image', async () => {
    const inviter = await registerMember(server);
    const invited = await registerBy(referralCodeOf(inviter.id).toUpperCase());
    expect(await rewardsOf(invited)).toEqual({ told: [], granted: [] });
    await verify(invited.email);
    await until(async () => expect((await rewardsOf(invited)).granted).toEqual([250]));
    await reward(invited.id);
    expect(await rewardsOf(inviter)).toEqual({ told: [], granted: [] });
    expect(await referralOf(inviter)).toMatchObject({ referralCredits: 0, totalReferrals: 0 });
    await draw(invited);
    await until(async () => expect((await rewardsOf(inviter)).granted).toEqual([250]));
    expect(await rewardsOf(inviter)).toEqual({ told: [250], granted: [250] });
    expect(await rewardsOf(invited)).toEqual({ told: [], granted: [250] });
    expect(await referralOf(inviter)).toMatchObject({ referralCredits: 25, totalReferrals: 1 });
    expect(await referralOf(invited)).toMatchObject({ referralCredits: 0, totalReferrals: 0 });
  });

  test('whose first image comes before the address is verified is rewarded then, both halves', async () => {
    const inviter = await registerMember(server);
    const invited = await registerBy(referralCodeOf(inviter.id));
    await draw(invited);
    await until(async () => expect((await new Studio(server).balanceOf(invited)).held).toBe(0));
    await reward(invited.id);
    expect(await rewardsOf(invited)).toEqual({ told: [], granted: [] });
    await verify(invited.email);
    await until(async () => expect((await rewardsOf(inviter)).granted).toEqual([250]));
    expect((await rewardsOf(invited)).granted).toEqual([250]);
  });

  test('is rewarded once, however often and at once it is told, and whatever address is verified later', async () => {
    const inviter = await registerMember(server);
    const [one, other] = [await registerBy(referralCodeOf(inviter.id)), await registerBy(referralCodeOf(inviter.id))];
    await Promise.all([verify(one.email), verify(other.email), draw(one), draw(other)]);
    await until(async () => expect((await rewardsOf(inviter)).granted).toEqual([250, 250]));
    await Promise.all(Array.from({ length: 40 }, (_, index) => reward(index % 2 === 0 ? one.id : other.id)));
    const email = `moved-${one.email}`;
    await supertest(server.http)
      .put('/api/auth/profile')
      .set(...one.bearer)
      .send({
        firstName: 'Ada',
        lastName: 'Byron',
        username: one.email.split('@')[0],
        email,
        currentPassword: 'correct horse',
      })
      .expect(200);
    await verify(email);
    await reward(one.id);
    expect(await rewardsOf(inviter)).toEqual({ told: [250, 250], granted: [250, 250] });
    expect((await rewardsOf(one)).granted).toEqual([250]);
    expect((await rewardsOf(other)).granted).toEqual([250]);
    expect(await referralOf(inviter)).toMatchObject({ referralCredits: 50, totalReferrals: 2 });
  });

  test.each([0, 1])('that stops after %i of its grants is gone through again, and once each', async (grants) => {
    const inviter = await registerMember(server);
    const invited = await registerBy(referralCodeOf(inviter.id));
    await draw(invited);
    await until(async () => expect((await new Studio(server).balanceOf(invited)).held).toBe(0));
    const handler = server.app.get(DecideHandler, { strict: false });
    const execute = handler.execute.bind(handler);
    let calls = 0;
    vi.spyOn(handler, 'execute').mockImplementation((command) =>
      isGrant(command) && calls++ === grants ? Promise.reject(new Error('the process died')) : execute(command),
    );
    await verify(invited.email);
    await until(async () => expect((await rewardsOf(inviter)).granted).toEqual([250]));
    expect(await rewardsOf(inviter)).toEqual({ told: [250], granted: [250] });
    expect(await rewardsOf(invited)).toEqual({ told: [], granted: [250] });
    expect(calls).toBe(grants + 3);
  });

  test('that was decided is carried out though the inviter has gone since', async () => {
    const inviter = await registerMember(server);
    const invited = await registerBy(referralCodeOf(inviter.id));
    const handler = server.app.get(DecideHandler, { strict: false });
    const execute = handler.execute.bind(handler);
    const died = Promise.withResolvers<void>();
    let hasDied = false;
    vi.spyOn(handler, 'execute').mockImplementation(async (command) => {
      if (hasDied || !isGrant(command)) return execute(command);
      hasDied = true;
      await server.foundation.sealer.erase(inviter.id);
      died.resolve();
      throw new Error('the process died');
    });
    await verify(invited.email);
    await died.promise;
    await reward(invited.id);
    expect((await rewardsOf(invited)).granted).toEqual([250]);
    await draw(invited);
    await until(async () => expect((await new Studio(server).balanceOf(invited)).held).toBe(0));
    await reward(invited.id);
    expect(await rewardsOf(inviter)).toEqual({ told: [], granted: [] });
  });

  test('of before there were halves is carried out as it was decided', async () => {
    const inviter = await registerMember(server);
    const invited = await registerBy(referralCodeOf(inviter.id));
    const { log } = server.foundation;
    await log.append(
      `member-${inviter.id}`,
      0,
      newFacts(
        `member-${inviter.id}`,
        [{ type: 'ReferralRewarded', data: { memberId: inviter.id, invitedId: invited.id, tenths: 250, month: null } }],
        contextOf(`referral ${invited.id}`),
      ),
    );
    await reward(invited.id);
    for (const { id } of [inviter, invited]) expect((await rewardsOf({ id })).granted).toEqual([250]);
  });

  test('more in a month that is full brings the inviter nothing until the next, and the invited what was promised', async () => {
    const inviter = await registerMember(server);
    const stream = `member-${inviter.id}`;
    const friends = Array.from({ length: REFERRALS_A_MONTH }, () => ({
      type: 'ReferralRewarded',
      data: { memberId: inviter.id, invitedId: randomUUID(), tenths: 250, month: thisMonth },
    }));
    await server.foundation.log.append(stream, 0, newFacts(stream, friends, contextOf(randomUUID())));
    const invited = await registerBy(referralCodeOf(inviter.id));
    await verify(invited.email);
    await draw(invited);
    await until(async () => expect((await rewardsOf(invited)).granted).toEqual([250]));
    await until(async () => expect((await new Studio(server).balanceOf(invited)).held).toBe(0));
    await reward(invited.id);
    expect((await rewardsOf(inviter)).told).toHaveLength(REFERRALS_A_MONTH);
    await reward(invited.id, nextMonth);
    expect((await rewardsOf(inviter)).told).toHaveLength(REFERRALS_A_MONTH + 1);
    expect((await rewardsOf(inviter)).granted).toEqual([250]);
  });
});

describe('a mailbox', () => {
  test('of thirty addresses is rewarded once', async () => {
    const inviterKey = randomUUID();
    await registerAs(inviterKey, randomUUID());
    const name = `m${randomUUID().slice(0, 8)}`;
    const keys = Array.from({ length: 30 }, () => randomUUID());
    const emails = keys.map((_, index) => `${name}+${index}@example.org`);
    for (const [index, key] of keys.entries()) await registerAs(key, inviterKey, emails[index]);
    for (const [index, email] of emails.entries()) {
      await verify(email);
      await reward(memberIdOf(keys[index] ?? ''));
    }
    const granted = await Promise.all(keys.map(async (key) => (await rewardsOf({ id: memberIdOf(key) })).granted));
    expect(granted).toEqual(keys.map((_, index) => (index === 0 ? [250] : [])));
    const { rows } = await server.foundation.pool.query<{ text: string }>(
      'SELECT kept::text AS text FROM vault.referral_mailboxes AS kept WHERE member_id = $1',
      [memberIdOf(keys[0] ?? '')],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain(name);
  });

  test('that somebody has verified already, invited or not, is rewarded to nobody else', async () => {
    const inviter = await registerMember(server);
    const there = await registerMember(server);
    await verify(there.email);
    const invited = await registerBy(referralCodeOf(inviter.id), there.email.replace('@', '+friend@'));
    await verify(invited.email);
    await reward(invited.id);
    expect((await rewardsOf(invited)).granted).toEqual([]);
  });

  test('of one’s own is nobody else', async () => {
    const inviter = await registerMember(server);
    const invited = await registerBy(referralCodeOf(inviter.id), inviter.email.replace('@', '+me@'));
    await verify(invited.email);
    await reward(invited.id);
    expect((await rewardsOf(invited)).granted).toEqual([]);
  });
});

describe('nobody is rewarded', () => {
  test.each(['nonsense', '7b0f3a4e', '"><script>', referralCodeOf(randomUUID())])('by the code %j', async (code) => {
    const invited = await registerBy(code);
    await verify(invited.email);
    await reward(invited.id);
    expect(await rewardsOf(invited)).toEqual({ told: [], granted: [] });
  });

  test('for an address that nobody has verified', async () => {
    const inviter = await registerMember(server);
    const invited = await registerBy(referralCodeOf(inviter.id));
    await reward(invited.id);
    expect(await rewardsOf(invited)).toEqual({ told: [], granted: [] });
  });

  // A member's id follows from the key that the browser chose, so that a code can be known before its member.
  test('for bringing oneself, nor in a circle by somebody who came later', async () => {
    const [own, first, second] = [randomUUID(), randomUUID(), randomUUID()];
    await registerAs(own, own);
    await registerAs(first, second);
    await registerAs(second, first);
    for (const key of [own, first, second]) await verify(registrationOf(`r${key.slice(0, 8)}`).email);
    await Promise.all([own, first, second].map((key) => reward(memberIdOf(key))));
    // The first was here before the second, and so may have brought the second; not the other way round.
    const granted = await Promise.all(
      [own, first, second].map(async (key) => (await rewardsOf({ id: memberIdOf(key) })).granted),
    );
    expect(granted).toEqual([[], [], [250]]);
  });

  test('by somebody who was erased', async () => {
    const inviter = await registerMember(server);
    const invited = await registerBy(referralCodeOf(inviter.id));
    await server.foundation.sealer.erase(inviter.id);
    await verify(invited.email);
    await reward(invited.id);
    expect(await rewardsOf(invited)).toEqual({ told: [], granted: [] });
    expect(await rewardsOf(inviter)).toEqual({ told: [], granted: [] });
  });
});
