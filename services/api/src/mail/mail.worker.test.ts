import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestServer } from '@easel/kernel/testing/server';
import { SMTPServer } from 'smtp-server';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { registerMember, startApi } from '../testing/api-server.ts';
import { Mails } from './mails.ts';
import { MailGateway, MailNotSent } from './mail.gateway.ts';
import { LocalMailbox, MailQueue } from './mail.tables.ts';
import { MailWorker } from './mail.worker.ts';

interface Received {
  from: string;
  to: string[];
  source: string;
}

let smtp: SMTPServer;
let smtpUrl: string;
let server: TestServer;
const received: Received[] = [];
/** Answers that the mail server gives in the place of taking a mail. */
const refusals: Error[] = [];

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'easel' && password === 'p@ss' ? done(null, { user: username }) : done(new Error('no')),
    onData: (stream, { envelope }, done) => {
      void text(stream).then((source) => {
        const refusal = refusals.shift();
        if (refusal) return done(refusal);
        const { mailFrom, rcptTo } = envelope;
        received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), source });
        return done();
      });
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  smtpUrl = `smtp://easel:p%40ss@127.0.0.1:${port}`;
  server = await startApi({
    mail: { SMTP_URL: smtpUrl, MAIL_FROM: 'Easel <hello@easel.example>', PUBLIC_URL: 'https://easel.example/' },
  });
});
afterAll(async () => {
  await server.close();
  await new Promise<void>((done) => smtp.close(done));
});
beforeEach(() => {
  received.length = 0;
  refusals.length = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
});

const worker = () => server.app.get(MailWorker, { strict: false });
const waiting = async () => (await server.foundation.pool.query('SELECT id, tries FROM vault.mails')).rows;
const dueNow = () => server.foundation.pool.query('UPDATE vault.mails SET attempt_at = now()');

test('a registration sends a mail by the mail server, with a link to the public address', async () => {
  const member = await registerMember(server);
  await worker().idle();
  expect(received).toHaveLength(1);
  const [{ from, to, source }] = received as [Received];
  expect({ from, to }).toEqual({ from: 'hello@easel.example', to: [member.email] });
  expect(source).toMatch(/^From: Easel <hello@easel\.example>\r?$/m);
  expect(source).toMatch(/^Subject: Verify your email address for Easel\r?$/m);
  expect(source).toMatch(/^Message-ID: <[0-9a-f-]{36}@easel\.example>\r?$/m);
  expect(source).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
  expect(source).toContain('text/plain');
  expect(source).toContain('text/html');
  const plain = source.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
  const token = /https:\/\/easel\.example\/api\/auth\/verify-email\?token=([0-9a-f]{64})/.exec(plain)?.[1];
  const { headers } = await supertest(server.http).get('/api/auth/verify-email').query({ token }).expect(302);
  expect(headers['location']).toBe('/verify-success?status=success');
  expect(await waiting()).toEqual([]);
  expect(await server.app.get(LocalMailbox, { strict: false }).list()).toEqual([]);
});

test('what the mail server does not take is tried again later, with the same link and the same id', async () => {
  refusals.push(Object.assign(new Error('busy'), { responseCode: 451 }));
  const member = await registerMember(server);
  await worker().idle();
  expect(received).toEqual([]);
  expect(await waiting()).toEqual([{ id: expect.any(String), tries: 1 }]);
  await dueNow();
  await worker().idle();
  expect(received.map(({ to }) => to)).toEqual([[member.email]]);
  expect(await waiting()).toEqual([]);
});

test('a process that dies with a mail leaves it to the next; sent twice it is the same mail', async () => {
  const queue = server.app.get(MailQueue, { strict: false });
  vi.spyOn(queue, 'settle').mockRejectedValueOnce(new Error('cut off'));
  const member = await registerMember(server);
  await worker().idle();
  expect(received).toHaveLength(1);
  expect(await waiting()).toHaveLength(1);
  await dueNow();
  await worker().idle();
  expect(received.map(({ to }) => to)).toEqual([[member.email], [member.email]]);
  const [first, second] = received.map(({ source }) => ({
    id: /^Message-ID: .*$/m.exec(source)?.[0],
    token: /token=3D(?:[0-9a-f=\r\n]+)/.exec(source)?.[0].replace(/=\r?\n/g, ''),
  }));
  expect(first?.token).toBeDefined();
  expect(second).toEqual(first);
  expect(await waiting()).toEqual([]);
});

test('two workers send each mail once', async () => {
  const mails = server.app.get(Mails, { strict: false });
  const queue = server.app.get(MailQueue, { strict: false });
  const member = await registerMember(server);
  await worker().idle();
  received.length = 0;
  for (let n = 0; n < 8; n++) await mails.add(server.foundation.pool, 'members.verification', { memberId: member.id });
  const claims = await Promise.all([queue.claim(5, []), queue.claim(5, [])]);
  const claimed = claims.flatMap(({ due }) => due);
  const ids = claimed.map(({ id }) => id);
  expect(ids).toHaveLength(8);
  expect(new Set(ids).size).toBe(8);
  expect((await queue.claim(5, [])).due).toEqual([]);
  await Promise.all(claimed.map((mail) => queue.settle(mail, { kind: 'done', result: undefined })));
});

test('a mail nobody could send for two days is given up', async () => {
  const mails = server.app.get(Mails, { strict: false });
  await mails.add(server.foundation.pool, 'nobody.writes-this', {});
  await worker().idle();
  expect(await waiting()).toHaveLength(1);
  await server.foundation.pool.query(
    "UPDATE vault.mails SET attempt_at = now(), requested_at = now() - interval '49h'",
  );
  await worker().idle();
  expect(await waiting()).toEqual([]);
});

test('a marketing mail can be left by one click of a mail service, and no other mail says so', async () => {
  const gateway = new MailGateway(smtpUrl, 'hello@easel.example');
  const mail = { id: 'x', to: 'a@example.org', subject: 's', text: 't', html: 'h' };
  const unsubscribeUrl = 'https://easel.example/api/auth/marketing/unsubscribe?token=abc';
  await gateway.send({ ...mail, unsubscribeUrl });
  await gateway.send(mail);
  gateway.close();
  const [marketing, plain] = received.map(({ source }) => source.replace(/\r\n[ \t]+/g, ' '));
  expect(marketing).toContain(`\r\nList-Unsubscribe: <${unsubscribeUrl}>\r\n`);
  expect(marketing).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  expect(plain).not.toMatch(/List-Unsubscribe/i);
});

test.each([
  { to: 'a@example.org\r\nBcc: eve@example.org' },
  { to: 'a@example.org, eve@example.org' },
  { to: 'a <eve@example.org>' },
  { subject: 'Hello\r\nBcc: eve@example.org' },
  { subject: 'Hello\nX: y' },
])('%o does not leave', async (wrong) => {
  const gateway = new MailGateway(smtpUrl, 'hello@easel.example');
  const mail = { id: 'x', to: 'a@example.org', subject: 's', text: 't', html: 'h' };
  await expect(gateway.send({ ...mail, ...wrong })).rejects.toThrow(MailNotSent);
  expect(received).toEqual([]);
  gateway.close();
});

test('an error names neither the recipient nor the server’s words about them', async () => {
  refusals.push(Object.assign(new Error('a@example.org is full'), { responseCode: 552 }));
  const gateway = new MailGateway(smtpUrl, 'hello@easel.example');
  const sent = gateway.send({ id: 'x', to: 'a@example.org', subject: 's', text: 't', html: 'h' });
  await expect(sent).rejects.toThrow(/^EMESSAGE, 552 to DATA$/);
  gateway.close();
});
