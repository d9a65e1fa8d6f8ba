import { randomUUID } from 'node:crypto';
import type { Fact } from '@easel/contracts/kernel/event';
import type { MemberFact } from '@easel/contracts/members/events';
import { digestMonthAt, nextDigestAt } from '@easel/contracts/members/policy';
import { memberStream } from '@easel/contracts/members/stream';
import { decide } from '@easel/kernel/deciding/decide';
import type { TestServer } from '@easel/kernel/testing/server';
import { recordedFact, stepsBy } from '@easel/kernel/testing/steps';
import { CommandBus } from '@nestjs/cqrs';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Mails } from '../mail/mails.ts';
import { startApi, type TestMember } from '../testing/api-server.ts';
import { mailsTo, tokenIn } from '../testing/mailbox.ts';
import { Studio } from '../testing/studio.ts';
import { registerSubscriber } from '../testing/subscriber.ts';
import { DIGEST } from './digest.letters.ts';
import type { MemberCommand } from './member.decider.ts';
import { sendDigests } from './monthly-digest.process.ts';
import { postDigests } from './post-digests.process.ts';
import { PostDigest } from './post-digests.ts';

const memberId = '7b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d5e';
const recorded = <F extends Fact>(fact: F) => recordedFact(fact, { stream: `member-${memberId}`, revision: 1 });
const chosen = (optedIn: boolean): MemberFact => ({
  type: 'MarketingOptInChanged',
  data: { memberId, optedIn, source: 'preferences' },
});
const registered = (marketingOptIn: boolean): MemberFact => ({
  type: 'MemberRegistered',
  data: {
    memberId,
    email: 'a@x.org',
    username: 'a',
    firstName: 'A',
    lastName: 'B',
    marketingOptIn,
    referralCode: null,
  },
});
const sent: MemberFact = { type: 'DigestSent', data: { memberId, month: '2026-10' } };

describe('the monthly mail’s timer', () => {
  const due = new Date('2026-12-01T09:00:00.000Z');
  const inDecember = [{ schedule: { key: memberId, dueAt: due, payload: { cause: 'fact', correlationId: 'c' } } }];

  test.each([
    ['who asked for it at registration', registered(true), inDecember],
    ['who did not', registered(false), []],
    ['who asks for it', chosen(true), inDecember],
    ['who wants no more of it', chosen(false), [{ cancel: memberId }]],
    ['who was sent one', sent, inDecember],
  ] as const)('of %s', (_who, fact, steps) => {
    expect(stepsBy(sendDigests, recorded<MemberFact>(fact))).toEqual(steps);
  });

  test('sends a command of a key of its own', () => {
    const payload = { cause: 'fact', correlationId: 'c' };
    expect(sendDigests.command({ key: memberId, dueAt: due, payload })).toMatchObject({
      stream: `member-${memberId}`,
      command: { type: 'SendDigest', memberId },
      context: { key: 'digest fact', actor: { kind: 'system' }, causationId: 'fact' },
    });
  });

  test('and what is sent is mailed under a key of its month', () => {
    const [step] = stepsBy(postDigests, recorded<MemberFact>(sent));
    if (!step?.schedule) throw new Error('nothing is mailed');
    expect(step.schedule.key).toBe(`${memberId} 2026-10`);
    expect(postDigests.command(step.schedule)).toEqual(new PostDigest(memberId, '2026-10'));
    expect(stepsBy(postDigests, recorded<MemberFact>(chosen(true)))).toEqual([]);
  });
});

describe('the monthly mail', () => {
  let server: TestServer;
  let studio: Studio;
  beforeAll(async () => {
    server = await startApi();
    studio = new Studio(server);
  });
  afterAll(() => server.close());

  const at = nextDigestAt(new Date());
  const month = digestMonthAt(at);
  const SUBJECT = /^\w+ \d{4} on Easel$/;

  const subscriber = (wanted: { verified?: boolean } = {}) => registerSubscriber(server, wanted);
  const send = (member: TestMember) =>
    server.app
      .get(CommandBus)
      .execute(
        decide<MemberCommand>(
          memberStream,
          member.id,
          { type: 'SendDigest', memberId: member.id, at },
          { key: `digest ${member.id} ${at.toISOString()}`, actor: { kind: 'system', id: 't' }, correlationId: 'c' },
        ),
      );
  const digests = async (member: TestMember) =>
    (await Array.fromAsync(server.foundation.log.readStored(memberStream.nameOf(member.id))))
      .filter(({ type }) => type === 'DigestSent')
      .map(({ data }) => data);
  const received = async (member: TestMember) =>
    (await mailsTo(server, member.email)).filter(({ subject }) => SUBJECT.test(subject));
  const arrived = (member: TestMember) =>
    vi.waitFor(async () => {
      const [mail] = await received(member);
      if (!mail) throw new Error('it has not come yet');
      return mail;
    });

  test('tells how the month was, and has a way to leave', async () => {
    const member = await subscriber();
    const mine = await studio.published(member, { prompt: 'BUY THIS AT EVIL.EXAMPLE' });
    const hidden = await studio.published(member);
    await studio.call('put', `${hidden}/make-public`, member).send({ isPublic: false }).expect(200);
    const gone = await studio.published(member);
    await studio.call('delete', gone, member).expect(200);
    await vi.waitFor(async () => expect(await studio.balanceOf(member)).toMatchObject({ held: 0 }));
    await send(member);
    const { text, html } = await arrived(member);
    expect(text).toContain('one new image was shown in the public gallery.');
    expect(text).toContain('You made 3 images yourself that month.');
    expect(text).toMatch(new RegExp(`New image 1:\nhttp://127\\.0\\.0\\.1:\\d+/image/${mine}\n`));
    expect(html).toContain(`/image/${mine}">New image 1</a>`);
    for (const words of [text, html]) {
      for (const others of [hidden, gone, 'EVIL', 'Sales of your images']) expect(words).not.toContain(others);
      expect(words).toMatch(/\/unsubscribe\?token=[0-9a-f]{112}/);
    }
    const token = tokenIn((await received(member))[0]);
    await supertest(server.http).post('/api/auth/marketing/unsubscribe').send({ token }).expect(200);
    const { body } = await supertest(server.http)
      .get('/api/auth/me')
      .set(...member.bearer);
    expect(body.user.preferences.marketingOptIn).toBe(false);
  });

  test('is a fact once and a mail once, however often and from wherever it is asked for', async () => {
    const member = await subscriber();
    await Promise.all(Array.from({ length: 8 }, () => send(member)));
    expect(await digests(member)).toEqual([{ memberId: member.id, month }]);
    const bus = server.app.get(CommandBus);
    const post = () => bus.execute(new PostDigest(member.id, month));
    await Promise.all(Array.from({ length: 8 }, post));
    await arrived(member);
    await post();
    await bus.execute(new PostDigest(member.id, '2020-01'));
    expect(await received(member)).toHaveLength(1);
    const { rows } = await server.foundation.pool.query('SELECT FROM vault.mails WHERE kind = $1', [DIGEST]);
    expect(rows).toEqual([]);
  });

  test('is sent to nobody who has not verified the address, or wants none', async () => {
    const [unverified, left] = [await subscriber({ verified: false }), await subscriber()];
    await supertest(server.http)
      .put('/api/auth/preferences')
      .set(...left.bearer)
      .send({ marketingOptIn: false })
      .expect(200);
    for (const member of [unverified, left]) {
      await send(member);
      expect(await digests(member)).toEqual([]);
    }
  });

  test('is not written to who left between the fact and the mail', async () => {
    const member = await subscriber();
    const mails = server.app.get(Mails, { strict: false });
    const mail = {
      id: randomUUID(),
      kind: DIGEST,
      payload: { memberId: member.id, month },
      requestedAt: new Date(),
      tries: 1,
    } as unknown as Parameters<typeof mails.write>[0];
    const letter = await mails.write(mail);
    expect(letter).toMatchObject({ to: member.email, unsubscribe: { oneClick: expect.stringContaining('?token=') } });
    const token = letter?.unsubscribe?.oneClick.split('=')[1];
    await supertest(server.http).post('/api/auth/marketing/unsubscribe').send({ token }).expect(200);
    expect(await mails.write(mail)).toBeUndefined();
  });
});
