import { randomUUID } from 'node:crypto';
import type { AccountFact } from '@easel/contracts/account/events';
import type { MemberFact } from '@easel/contracts/members/events';
import { referralCodeOf } from '@easel/contracts/members/policy';
import type { TestServer } from '@easel/kernel/testing/server';
import { CommandBus } from '@nestjs/cqrs';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { GrantReferralCreditsHandler } from '../account/referral-grant.handlers.ts';
import { registerMember, registrationOf, startApi, type TestMember } from '../testing/api-server.ts';
import { mailsTo, tokenIn } from '../testing/mailbox.ts';
import { RegisterMember, RewardReferral } from './members.commands.ts';
import { memberIdOf } from './members.handlers.ts';

/** Processes take their turns on a busy machine. */
const until = (check: () => Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 10_000 });

let server: TestServer;
beforeAll(async () => {
  server = await startApi();
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
});

async function registerBy(referralCode: string | null): Promise<TestMember> {
  const name = `r${randomUUID().slice(0, 8)}`;
  const { body } = await supertest(server.http)
    .post('/api/auth/register')
    .send({ ...registrationOf(name), referralCode })
    .expect(200);
  const { token, user } = body as { token: string; user: { id: string } };
  return { id: user.id, token, email: `${name}@example.org`, bearer: ['authorization', `Bearer ${token}`] };
}

async function verify(email: string): Promise<void> {
  const token = tokenIn((await mailsTo(server, email)).find(({ subject }) => !subject.startsWith('Reset')));
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
const registerAs = (key: string, inviterKey: string) =>
  commands().execute(
    new RegisterMember(
      {
        ...registrationOf(`r${key.slice(0, 8)}`),
        marketingOptIn: false,
        referralCode: referralCodeOf(memberIdOf(inviterKey)),
      },
      contextOf(key),
      { userAgent: '', address: '127.0.0.1', cookies: undefined },
    ),
  );
const reward = (invitedId: string) =>
  commands().execute(new RewardReferral(invitedId, contextOf(`referral ${invitedId}`)));

describe('an invitation', () => {
  test('brings both sides 25 credits when the address is verified, not before', async () => {
    const inviter = await registerMember(server);
    const invited = await registerBy(referralCodeOf(inviter.id).toUpperCase());
    expect(await rewardsOf(inviter)).toEqual({ told: [], granted: [] });
    await verify(invited.email);
    await until(async () => expect((await rewardsOf(invited)).granted).toEqual([250]));
    expect(await rewardsOf(inviter)).toEqual({ told: [250], granted: [250] });
    expect(await rewardsOf(invited)).toEqual({ told: [], granted: [250] });
    expect(await referralOf(inviter)).toMatchObject({ referralCredits: 25, totalReferrals: 1 });
    expect(await referralOf(invited)).toMatchObject({ referralCredits: 0, totalReferrals: 0 });
    const { body } = await supertest(server.http)
      .get('/api/wallet/balance')
      .set(...invited.bearer)
      .expect(200);
    expect(body).toMatchObject({ credits: 75 });
  });

  test('is rewarded once, however often and at once it is told, and whatever address is verified later', async () => {
    const inviter = await registerMember(server);
    const [one, other] = [await registerBy(referralCodeOf(inviter.id)), await registerBy(referralCodeOf(inviter.id))];
    await Promise.all([verify(one.email), verify(other.email)]);
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
    const handler = server.app.get(GrantReferralCreditsHandler, { strict: false });
    const grant = handler.execute.bind(handler);
    let calls = 0;
    vi.spyOn(handler, 'execute').mockImplementation((command) =>
      calls++ === grants ? Promise.reject(new Error('the process died')) : grant(command),
    );
    await verify(invited.email);
    await until(async () => expect((await rewardsOf(invited)).granted).toEqual([250]));
    expect(await rewardsOf(inviter)).toEqual({ told: [250], granted: [250] });
    expect(calls).toBe(grants + 3);
  });

  test('that was decided is carried out though the inviter has gone since', async () => {
    const inviter = await registerMember(server);
    const invited = await registerBy(referralCodeOf(inviter.id));
    const handler = server.app.get(GrantReferralCreditsHandler, { strict: false });
    vi.spyOn(handler, 'execute').mockRejectedValueOnce(new Error('the process died'));
    await expect(reward(invited.id)).rejects.toThrow('the process died');
    await server.foundation.sealer.erase(inviter.id);
    await reward(invited.id);
    expect((await rewardsOf(inviter)).told).toEqual([250]);
    expect((await rewardsOf(invited)).granted).toEqual([250]);
  });
});

describe('nobody is rewarded', () => {
  test.each(['nonsense', '7b0f3a4e', '"><script>', referralCodeOf(randomUUID())])('by the code %j', async (code) => {
    const invited = await registerBy(code);
    await verify(invited.email);
    await reward(invited.id);
    expect(await rewardsOf(invited)).toEqual({ told: [], granted: [] });
  });

  // A member's id follows from the key that the browser chose, so that a code can be known before its member.
  test('for bringing oneself, nor in a circle by somebody who came later', async () => {
    const [own, first, second] = [randomUUID(), randomUUID(), randomUUID()];
    await registerAs(own, own);
    await registerAs(first, second);
    await registerAs(second, first);
    await Promise.all([own, first, second].map((key) => reward(memberIdOf(key))));
    expect(await rewardsOf({ id: memberIdOf(own) })).toEqual({ told: [], granted: [] });
    // The first was here before the second, and so may have brought the second; not the other way round.
    expect(await rewardsOf({ id: memberIdOf(first) })).toEqual({ told: [250], granted: [250] });
    expect(await rewardsOf({ id: memberIdOf(second) })).toEqual({ told: [], granted: [250] });
  });

  test('by somebody who was erased', async () => {
    const inviter = await registerMember(server);
    const invited = await registerBy(referralCodeOf(inviter.id));
    await server.foundation.sealer.erase(inviter.id);
    await reward(invited.id);
    expect(await rewardsOf(invited)).toEqual({ told: [], granted: [] });
    expect(await rewardsOf(inviter)).toEqual({ told: [], granted: [] });
  });
});
