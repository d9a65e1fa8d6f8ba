import { marketingHttp } from '@easel/contracts/members/marketing.http';
import { memberStream } from '@easel/contracts/members/stream';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerMember, startApi, type TestMember } from '../testing/api-server.ts';
import { MarketingLinks } from './marketing-links.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startApi();
});
afterAll(() => server.close());

const UNSUBSCRIBE = marketingHttp.unsubscribe.path;
const RESUBSCRIBE = marketingHttp.resubscribe.path;
const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';

const tokenOf = ({ id, email }: TestMember): string =>
  server.app.get(MarketingLinks, { strict: false }).make(id, email);
const get = (path: string, token?: string) =>
  supertest(server.http)
    .get(path)
    .query(token === undefined ? {} : { token });
const post = (path: string, body: object) => supertest(server.http).post(path).send(body);
const facts = async ({ id }: TestMember) =>
  (await Array.fromAsync(server.foundation.log.readStored(memberStream.nameOf(id)))).map(
    ({ type, data, metadata }) => ({
      type,
      data,
      actor: metadata.actor,
    }),
  );

async function subscriber(): Promise<TestMember> {
  const member = await registerMember(server);
  await supertest(server.http)
    .put('/api/auth/preferences')
    .set(...member.bearer)
    .send({ marketingOptIn: true })
    .expect(200);
  return member;
}
const wants = async (member: TestMember): Promise<boolean> => {
  const { body } = await supertest(server.http)
    .get('/api/auth/me')
    .set(...member.bearer)
    .expect(200);
  return body.user.preferences.marketingOptIn;
};

describe('a link of a marketing mail', () => {
  test('changes nothing by being opened, and says how it stands', async () => {
    const member = await subscriber();
    const before = await facts(member);
    for (const path of [UNSUBSCRIBE, RESUBSCRIBE]) {
      const { body, headers } = await get(path, tokenOf(member)).expect(200);
      expect(body).toEqual({ success: true, status: 'subscribed' });
      expect(headers['cache-control']).toBe('no-store');
    }
    expect(await facts(member)).toEqual(before);
    expect(await wants(member)).toBe(true);
  });

  test('unsubscribes once by a call, and resubscribes once; the facts say by what', async () => {
    const member = await subscriber();
    const token = tokenOf(member);
    const done = { success: true, status: 'success', message: 'Successfully unsubscribed from marketing emails' };
    for (let n = 0; n < 2; n++) expect((await post(UNSUBSCRIBE, { token }).expect(200)).body).toEqual(done);
    expect(await wants(member)).toBe(false);
    expect((await get(UNSUBSCRIBE, token).expect(200)).body.status).toBe('unsubscribed');

    const back = { success: true, status: 'resubscribed', message: 'Successfully resubscribed to marketing emails' };
    for (let n = 0; n < 2; n++) expect((await post(RESUBSCRIBE, { token }).expect(200)).body).toEqual(back);
    expect(await wants(member)).toBe(true);

    const changed = (optedIn: boolean, source: string) => ({
      type: 'MarketingOptInChanged',
      data: { memberId: member.id, optedIn, source },
      actor: { kind: 'member', id: member.id },
    });
    expect((await facts(member)).slice(1)).toEqual([
      changed(true, 'preferences'),
      changed(false, 'link'),
      changed(true, 'link'),
    ]);
  });

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
  ])('is followed by a mail service in one click: %s', async (type, form) => {
    const member = await subscriber();
    const send = supertest(server.http)
      .post(`${UNSUBSCRIBE}?token=${tokenOf(member)}`)
      .set('content-type', type);
    await send.send(form).expect(200);
    expect(await wants(member)).toBe(false);
  });

  test.each([undefined, 'application/x-www-form-urlencoded', 'application/json'])(
    'is followed by a mail service that sends no body, of type %s',
    async (type) => {
      const member = await subscriber();
      const send = supertest(server.http).post(`${UNSUBSCRIBE}?token=${tokenOf(member)}`);
      await (type === undefined ? send : send.set('content-type', type)).expect(200);
      expect(await wants(member)).toBe(false);
    },
  );

  test('resubscribes nobody by a form of somebody else’s page', async () => {
    const member = await subscriber();
    await supertest(server.http)
      .post(`${RESUBSCRIBE}?token=${tokenOf(member)}`)
      .set('content-type', 'application/x-www-form-urlencoded')
      .send('a=b')
      .expect(415);
  });

  test('is told to be missing, wrong, or of nobody', async () => {
    const member = await subscriber();
    const nobody = tokenOf({ ...member, id: '00000000-0000-4000-8000-000000000000' });
    const good = tokenOf(member);
    const wrong = [
      good.slice(1),
      `${good}0`,
      good.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      '-',
      'x'.repeat(300),
    ];
    for (const path of [UNSUBSCRIBE, RESUBSCRIBE]) {
      for (const [token, status, code, message] of [
        [undefined, 400, 'marketing.link_missing', 'Missing unsubscribe token'],
        ['', 400, 'marketing.link_missing', 'Missing unsubscribe token'],
        [nobody, 404, 'marketing.account_unknown', 'User account not found'],
        ...wrong
          .slice(0, -1)
          .map((one) => [one, 400, 'marketing.link_invalid', 'Invalid or expired unsubscribe link'] as const),
      ] as const) {
        expect((await get(path, token).expect(status)).body).toMatchObject({ success: false, code, message });
        expect((await post(path, { token }).expect(status)).body).toMatchObject({ success: false, code, message });
      }
      const { body } = await post(path, { token: wrong.at(-1) }).expect(400);
      expect(body.message).toBe('Invalid or expired unsubscribe link');
    }
    expect(await wants(member)).toBe(true);
  });

  test('is void once the member has another address', async () => {
    const member = await subscriber();
    const token = tokenOf(member);
    const moved = { ...member, email: `moved-${member.email}` };
    await supertest(server.http)
      .put('/api/auth/profile')
      .set(...member.bearer)
      .send({
        firstName: 'Ada',
        lastName: 'Byron',
        username: member.email.split('@')[0],
        email: moved.email,
        currentPassword: 'correct horse',
      })
      .expect(200);
    await post(UNSUBSCRIBE, { token }).expect(400);
    await post(UNSUBSCRIBE, { token: tokenOf(moved) }).expect(200);
  });
});

describe('a browser', () => {
  const led = async (path: string, token?: string | string[]) => {
    const call = supertest(server.http).get(path).set('accept', HTML);
    const { headers } = await call.query(token === undefined ? {} : { token }).expect(302);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    return headers['location'];
  };

  test('is led to the page that asks, or that says how it stands', async () => {
    const member = await subscriber();
    const token = tokenOf(member);
    expect(await led(UNSUBSCRIBE, token)).toBe(`/unsubscribe?token=${token}`);
    expect(await led(RESUBSCRIBE, token)).toBe(`/unsubscribe?token=${token}&status=resubscribed`);
    await post(UNSUBSCRIBE, { token }).expect(200);
    expect(await led(RESUBSCRIBE, token)).toBe(`/unsubscribe?token=${token}&status=success`);
  });

  test('is led to what is wrong with a link', async () => {
    const nobody = tokenOf({ ...(await subscriber()), id: '00000000-0000-4000-8000-000000000000' });
    expect(await led(UNSUBSCRIBE)).toBe('/unsubscribe?status=missing');
    expect(await led(UNSUBSCRIBE, 'nonsense')).toBe('/unsubscribe?status=invalid');
    expect(await led(UNSUBSCRIBE, ['a', 'b'])).toBe('/unsubscribe?status=invalid');
    expect(await led(RESUBSCRIBE, nobody)).toBe('/unsubscribe?status=not_found');
  });
});
