import { randomUUID } from 'node:crypto';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerMember, startApi } from '../testing/api-server.ts';
import { MAILBOX_SECRET, mailboxKey, mailsTo } from '../testing/mailbox.ts';
import type { MailConfig } from './mail.config.ts';
import { MailWorker } from './mail.worker.ts';
import { LocalMailbox } from './mail.tables.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startApi();
});
afterAll(() => server.close());

/** As whoever has come by the banner's address. */
const get = (path: string) =>
  supertest(server.http)
    .get(path)
    .set(...mailboxKey);

describe('while no mail server is set', () => {
  test('mails are to be read as pages and as JSON', async () => {
    const member = await registerMember(server);
    const [mail] = await mailsTo(server, member.email);
    const list = await get('/dev/mail').expect(200);
    expect(list.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("script-src 'self'"),
    });
    expect(list.text).toContain(`<a href="/dev/mail/${mail?.id}">`);
    expect(list.text).not.toMatch(/<script|style=| on\w+=/i);
    const one = await get(`/dev/mail/${mail?.id}`).expect(200);
    expect(one.text).toMatch(/<a href="http:\/\/127\.0\.0\.1:\d+\/api\/auth\/verify-email\?token=[0-9a-f]{64}">/);
    const { headers, text } = await get('/dev/mail.css').expect(200);
    expect(headers['content-type']).toBe('text/css; charset=utf-8');
    expect(text).toContain('color-scheme: light dark');
    const elsewhere = await get('/dev/mail.json?to=nobody@example.org').expect(200);
    expect(elsewhere.body).toEqual({ success: true, mails: [] });
  });

  test('what stands in a mail is text on its page', async () => {
    const id = randomUUID();
    await server.app.get(LocalMailbox, { strict: false }).keep({
      id,
      to: '<img src=x>@example.org',
      subject: '<script>alert(1)</script>',
      text: 'see https://a.example/?x="><script>alert(2)</script>',
      html: '</pre><script>alert(3)</script>',
    });
    for (const path of ['/dev/mail', `/dev/mail/${id}`]) {
      const { text } = await get(path).expect(200);
      expect(text).not.toMatch(/<script|<img/);
    }
  });

  test('the address with the secret opens it, and is left at once', async () => {
    const { headers, text } = await supertest(server.http).get(`/dev/mail?token=${MAILBOX_SECRET}`).expect(303);
    expect(headers.location).toBe('/dev/mail');
    expect(headers['cache-control']).toBe('no-store');
    expect(text).toBe('');
    const [cookie = '', ...more] = headers['set-cookie'] as unknown as string[];
    expect(more).toEqual([]);
    expect(cookie).toBe(`${mailboxKey[1]}; Path=/dev; HttpOnly; SameSite=Lax`);
    const list = await supertest(server.http)
      .get('/dev/mail')
      .set(...mailboxKey)
      .expect(200);
    expect(list.text).not.toContain(MAILBOX_SECRET);
  });

  test.each([
    ['none', '', {}],
    ['a wrong one', `?token=${MAILBOX_SECRET}x`, {}],
    ['a beginning of it', `?token=${MAILBOX_SECRET.slice(0, -1)}`, {}],
    ['two', `?token=${MAILBOX_SECRET}&token=${MAILBOX_SECRET}`, {}],
    ['a wrong cookie', '', { cookie: `${mailboxKey[1]}x` }],
    ['a wrong one beside the right cookie', '?token=x', { cookie: mailboxKey[1] }],
    ['the right one as a bearer', '', { authorization: `Bearer ${MAILBOX_SECRET}` }],
  ])('with %s there is no mailbox', async (_secret, query, headers) => {
    for (const path of ['/dev/mail', '/dev/mail.json', '/dev/mail.css', `/dev/mail/${randomUUID()}`]) {
      const { body } = await supertest(server.http)
        .get(path + query)
        .set(headers)
        .expect(404);
      expect(body.code).toBe('request.not_found');
    }
  });

  test('an unknown one is 404, and no id is 400', async () => {
    expect((await get(`/dev/mail/${randomUUID()}`).expect(404)).body.code).toBe('mail.unknown');
    await get('/dev/mail/none').expect(400);
  });

  test.each([
    ['host', 'easel.example'],
    ['host', '127.0.0.1.evil.example'],
    ['x-forwarded-for', '203.0.113.7'],
    ['x-forwarded-host', 'easel.example'],
    ['forwarded', 'for=203.0.113.7'],
    ['via', '1.1 proxy'],
  ])('%s: %s is not this machine', async (name, value) => {
    for (const path of [
      '/dev/mail',
      '/dev/mail.json',
      '/dev/mail.css',
      `/dev/mail/${randomUUID()}`,
      '/dev/mail/none',
    ]) {
      const { body } = await get(path).set(name, value).expect(404);
      expect(body.code).toBe('request.not_found');
    }
  });

  test('the last two hundred are kept', async () => {
    const mailbox = server.app.get(LocalMailbox, { strict: false });
    const ids = Array.from({ length: 203 }, () => randomUUID());
    for (const id of ids) await mailbox.keep({ id, to: 'a@example.org', subject: 's', text: 't', html: 'h' });
    const kept = await mailbox.list();
    expect(kept.map(({ id }) => id)).toEqual(ids.slice(3).toReversed());
  });
});

test.each<[string, Partial<MailConfig>]>([
  ['once a mail server is set', { SMTP_URL: 'smtp://127.0.0.1:9' }],
  ['where the site is public', { PUBLIC_URL: 'https://easel.example' }],
  ['where no secret is set', { DEV_MAIL_TOKEN: undefined }],
])('%s there is no mailbox', async (_where, mail) => {
  const other = await startApi({ mail });
  try {
    for (const path of ['/dev/mail', '/dev/mail.json', '/dev/mail.css', `/dev/mail/${randomUUID()}`]) {
      const { body } = await supertest(other.http)
        .get(path)
        .set(...mailboxKey)
        .expect(404);
      expect(body.code).toBe('request.not_found');
    }
    expect(other.app.get(MailWorker, { strict: false })).toBeDefined();
  } finally {
    await other.close();
  }
});
