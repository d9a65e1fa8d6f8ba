import { randomUUID } from 'node:crypto';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { MessageFact } from '@easel/contracts/messages/events';
import { mailHttp } from '@easel/contracts/mail/http';
import { messagesHttp, type PresentMessage } from '@easel/contracts/messages/http';
import { ANONYMOUS_EMAIL } from '@easel/contracts/messages/policy';
import { messageStream } from '@easel/contracts/messages/stream';
import { decide } from '@easel/kernel/deciding/decide';
import type { TestServer } from '@easel/kernel/testing/server';
import { CommandBus } from '@nestjs/cqrs';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { registerMember, startApi } from '../testing/api-server.ts';
import { mailboxKey, mailsTo } from '../testing/mailbox.ts';
import { joinOperator } from '../testing/operators.ts';
import type { MessageCommand } from './message.decider.ts';
import { PostReply } from './post-replies.ts';

let server: TestServer;
let support: [string, string];
let admin: [string, string];
beforeAll(async () => {
  server = await startApi();
  [support, admin] = [await signedIn('support'), await signedIn('admin')];
});
afterAll(() => server.close());

async function signedIn(role: OperatorRole): Promise<[string, string]> {
  const { token } = await server.foundation.sessions.open(
    { kind: 'operator', id: randomUUID(), role },
    { days: 1, userAgent: '' },
  );
  return ['authorization', `Bearer ${token}`];
}

const HOSTILE = `<script>alert(1)</script><svg onload=alert(2)>=HYPERLINK("http://evil")"'\r\nBcc: eve@example.org`;
const written = {
  message_type: 'contact',
  sender_name: 'Ada Byron',
  sender_email: 'ada@example.org',
  subject: 'An order',
  message_content: 'Where is it?',
  source_page: '/contact',
  priority: 'normal',
  status: 'unread',
};
const post = (body: object) => supertest(server.http).post('/api/admin/messages').send(body);
const submit = async (more: object = {}): Promise<string> => {
  const { body } = await post({ ...written, ...more }).expect(201);
  expect(messagesHttp.submit.reply.parse(body)).toEqual(body);
  return (body as { id: string }).id;
};
const factsOf = async (id: string): Promise<Recorded<MessageFact>[]> =>
  (await Array.fromAsync(server.foundation.log.read(`message-${id}`))) as Recorded<MessageFact>[];
const put = (id: string, body: object, operator = support) =>
  supertest(server.http)
    .put(`/api/admin/messages/${id}`)
    .set(...operator)
    .send(body);
const act = (path: string, body: object, operator = support) =>
  supertest(server.http)
    .post(`/api/admin/messages/${path}`)
    .set(...operator)
    .send(body);

describe('POST /api/admin/messages', () => {
  test('takes what anybody writes, as it is written', async () => {
    const id = await submit();
    expect(await factsOf(id)).toMatchObject([
      {
        type: 'MessageSubmitted',
        data: {
          messageId: id,
          senderId: id,
          memberId: null,
          messageType: 'contact',
          senderName: 'Ada Byron',
          senderEmail: 'ada@example.org',
          anonymous: false,
          subject: 'An order',
          content: 'Where is it?',
          sourcePage: '/contact',
          priority: 'normal',
        },
        metadata: { actor: { kind: 'visitor' } },
      },
    ]);
  });

  test('makes a space of each line break in a one-line field, and leaves those of the message', async () => {
    const id = await submit({ sender_name: 'Ada\r\nByron', subject: 'An\n\n order', message_content: 'One\ntwo' });
    expect(await factsOf(id)).toMatchObject([
      { data: { senderName: 'Ada Byron', subject: 'An order', content: 'One\ntwo' } },
    ]);
  });

  test('keeps the words sealed, under the key of the member who wrote them', async () => {
    const member = await registerMember(server);
    const { body } = await post(written)
      .set(...member.bearer)
      .expect(201);
    const stream = `message-${(body as { id: string }).id}`;
    const [stored] = await Array.fromAsync(server.foundation.log.readStored(stream));
    const text = JSON.stringify(stored?.data);
    for (const word of ['Ada Byron', 'ada@example.org', 'An order', 'Where is it?']) expect(text).not.toContain(word);
    expect(stored?.data).toMatchObject({ memberId: member.id, senderId: member.id });
  });

  test.each([
    ['feature', 'high', 'high'],
    ['feature', 'medium', 'medium'],
    ['bug', 'normal', 'normal'],
    ['bug', 'high', 'high'],
    ['contact', 'high', 'normal'],
    ['report', 'high', 'medium'],
    ['report', 'normal', 'medium'],
    ['feature', 'critical', 'normal'],
    ['feature', 7, 'normal'],
    ['bug', undefined, 'normal'],
  ])('of a %s of priority %s is %s', async (message_type, priority, stands) => {
    const [fact] = await factsOf(await submit({ message_type, priority }));
    expect(fact?.data).toMatchObject({ priority: stands });
  });

  test.each([
    ['feature', '', ANONYMOUS_EMAIL, 'Anonymous'],
    ['contact', '', ANONYMOUS_EMAIL, 'Anonymous'],
    ['bug', '', ANONYMOUS_EMAIL, 'Anonymous Bug Reporter'],
    ['bug', 'ada@example.org', 'ada@example.org', 'Bug Reporter (ada@example.org)'],
  ])('of a nameless %s by %j is %s, %s', async (message_type, sender_email, senderEmail, senderName) => {
    for (const sender_name of ['', '  ', null, undefined]) {
      const [fact] = await factsOf(await submit({ message_type, sender_name, sender_email }));
      expect(fact?.data).toMatchObject({ senderName, senderEmail, anonymous: senderEmail === ANONYMOUS_EMAIL });
    }
  });

  test('of a contact without a subject has the one that is meant for it', async () => {
    const [fact] = await factsOf(await submit({ subject: '' }));
    expect(fact?.data).toMatchObject({ subject: 'Contact Form Submission' });
  });

  test('ignores a status, an assignee, an id, a role', async () => {
    const mine = randomUUID();
    const id = await submit({ status: 'resolved', id: mine, messageId: mine, assignee: mine, role: 'admin' });
    expect(id).not.toBe(mine);
    await put(id, { version: 0, status: 'read' }).expect(200);
  });

  test.each([
    { message_type: 'order' },
    { message_content: ' ' },
    { message_content: 'x'.repeat(10_001) },
    { sender_email: 'nobody' },
    { sender_email: 'a@example.org\r\nBcc: b@example.org' },
    { sender_name: 'x'.repeat(121) },
    { sender_name: { $ne: 1 } },
    { message_type: 'bug', subject: ' ' },
  ])('%o is 400 and told at its field', async (wrong) => {
    const { body } = await post({ ...written, ...wrong }).expect(400);
    const [name] = Object.keys(wrong).toReversed();
    expect(body).toMatchObject({ code: 'request.invalid', errors: [{ path: name }] });
  });

  test('whoever fills in what no person sees is answered like a person, and not kept', async () => {
    const id = await submit({ website: 'http://spam.example' });
    expect(await factsOf(id)).toEqual([]);
    await submit({ website: '' }).then(async (kept) => expect(await factsOf(kept)).toHaveLength(1));
  });

  test('sent twice under one key is one message', async () => {
    const key = randomUUID();
    const send = (body: object) => post(body).set('idempotency-key', key);
    const [one, two] = await Promise.all([send(written), send(written)]);
    expect(one.status).toBe(201);
    expect(two.body).toEqual(one.body);
    expect(await factsOf((one.body as { id: string }).id)).toHaveLength(1);
    await send({ ...written, subject: 'Another' }).expect(422);
  });

  test('too often is 429', async () => {
    const strict = await startApi({ rateLimitScale: 0.2 });
    try {
      const again = () => supertest(strict.http).post('/api/admin/messages').send(written);
      for (let n = 0; n < 2; n++) await again().expect(201);
      const { headers } = await again().expect(429);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      await strict.close();
    }
  });
});

describe('a triage', () => {
  test('answers the message as it stands, and tells who did it and why', async () => {
    const id = await submit();
    const { id: colleague } = await joinOperator(server, 'support');
    const { body } = await put(id, { version: 0, priority: 'high', assignee: colleague, reason: 'a big customer' });
    expect(body).toEqual({ success: true, id, version: 1, status: 'unread', priority: 'high', assignee: colleague });
    expect((await factsOf(id))[1]).toMatchObject({
      data: { status: 'unread', priority: 'high', assigneeId: colleague, reason: 'a big customer' },
      metadata: { actor: { kind: 'operator', role: 'support' } },
    });
  });

  test('gives it to an active admin or support alone; 422 for anyone else, one by one and in bulk', async () => {
    const id = await submit();
    const [analyst, gone] = [await joinOperator(server, 'analyst'), await joinOperator(server, 'support')];
    await supertest(server.http)
      .put(`/api/admin/operators/${gone.id}`)
      .set(...admin)
      .send({ version: 2, status: 'disabled', reason: 'left' })
      .expect(200);
    const { id: member } = await registerMember(server);
    for (const assignee of [analyst.id, gone.id, member, randomUUID()]) {
      const { body } = await put(id, { version: 0, assignee }).expect(422);
      expect(body).toMatchObject({
        code: 'messages.assignee_unfit',
        message: 'Messages can only be given to an active operator who is admin or support',
      });
    }
    const many = await act('triage', { changes: [{ id, version: 0, assignee: analyst.id }] }).expect(200);
    expect(many.body.results).toMatchObject([{ ok: false, code: 'messages.assignee_unfit' }]);
    const { id: colleague } = await joinOperator(server, 'admin');
    await put(id, { version: 0, assignee: colleague }).expect(200);
    await put(id, { version: 1, assignee: null }).expect(200);
    expect(await factsOf(id)).toHaveLength(3);
  });

  test('of two operators the later sees the conflict, and nothing is overwritten', async () => {
    const id = await submit();
    const both = await Promise.all([
      put(id, { version: 0, status: 'resolved' }),
      put(id, { version: 0, status: 'spam' }, admin),
    ]);
    const [won, lost] = both.toSorted((a, b) => a.status - b.status);
    expect([won?.status, lost?.status]).toEqual([200, 409]);
    const { success: _, ...present } = (won?.body ?? {}) as PresentMessage & { success: true };
    expect(present).toMatchObject({ id, version: 1 });
    expect(lost?.body).toMatchObject({ success: false, code: 'messages.changed', present });
    expect(await factsOf(id)).toHaveLength(2);
  });

  test('repeated under its key is done once', async () => {
    const id = await submit();
    const send = () => put(id, { version: 0, status: 'read' }).set('idempotency-key', `read ${id}`.replace(' ', '-'));
    const first = await send().expect(200);
    expect((await send().expect(200)).body).toEqual(first.body);
    expect(await factsOf(id)).toHaveLength(2);
  });

  test('where it may not go is 422, of nothing is 404, in a wrong shape 400', async () => {
    const id = await submit();
    await put(id, { version: 0, status: 'replied' }).expect(422);
    await put(randomUUID(), { version: 0, status: 'read' }).expect(404);
    for (const wrong of [
      { status: 'read' },
      { version: -1 },
      { version: 0, status: 'gone' },
      { version: 0, assignee: 'me' },
    ]) {
      await put(id, wrong).expect(400);
    }
    await put("x' or 1=1", { version: 0 }).expect(400);
  });

  test('of many answers for each, and is undone by the triages back', async () => {
    const [one, two, three] = await Promise.all([submit(), submit(), submit()]);
    await put(two, { version: 0, status: 'read' }).expect(200);
    const nobody = randomUUID();
    const change = (id: string, version: number, more: object = { status: 'resolved' }) => ({ id, version, ...more });
    const { body } = await act('triage', {
      changes: [change(one, 0), change(two, 0), change(three, 0), change(nobody, 0)],
    }).expect(200);
    expect(messagesHttp.triageMany.reply.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      success: true,
      results: [
        { ok: true, id: one, version: 1, status: 'resolved' },
        { ok: false, id: two, code: 'messages.changed', present: { version: 1, status: 'read' } },
        { ok: true, id: three, version: 1, status: 'resolved' },
        { ok: false, id: nobody, code: 'messages.not_found' },
      ],
    });
    const undone = await act('triage', {
      changes: [change(one, 1, { status: 'unread' }), change(three, 1, { status: 'unread' })],
    }).expect(200);
    expect(undone.body.results).toMatchObject([
      { ok: true, version: 2, status: 'unread' },
      { ok: true, version: 2, status: 'unread' },
    ]);
  });

  test('of many repeated under its key is done once', async () => {
    const ids = await Promise.all([submit(), submit()]);
    const changes = ids.map((id) => ({ id, version: 0, status: 'read' }));
    const send = () => act('triage', { changes }).set('idempotency-key', `many-${ids[0]}`).expect(200);
    const first = await send();
    expect((await send()).body).toEqual(first.body);
    for (const id of ids) expect(await factsOf(id)).toHaveLength(2);
  });

  test('of a hundred goes, of more or of one twice does not', async () => {
    const ids = await Promise.all(Array.from({ length: 100 }, () => submit()));
    const changes = ids.map((id) => ({ id, version: 0, status: 'read', priority: 'medium' }));
    const { body } = await act('triage', { changes }).expect(200);
    expect((body as { results: { ok: boolean }[] }).results.filter(({ ok }) => ok)).toHaveLength(100);
    await act('triage', { changes: [...changes, { id: randomUUID(), version: 0 }] }).expect(400);
    await act('triage', { changes: [changes[0], changes[0]] }).expect(400);
    await act('triage', { changes: [] }).expect(400);
  });
});

describe('a reply', () => {
  test('is sealed in its fact and mailed once, whatever stood in the form', async () => {
    const email = `r${randomUUID().slice(0, 8)}@example.org`;
    const id = await submit({ sender_email: email, sender_name: HOSTILE.slice(0, 60), subject: HOSTILE.slice(0, 120) });
    const text = `Dear Ada,\n\n<b>it</b> is =on= its way & "soon".`;
    const { body } = await act(`${id}/reply`, { version: 0, text }).expect(200);
    expect(body).toMatchObject({ id, version: 1, status: 'replied' });
    const stored = await Array.fromAsync(server.foundation.log.readStored(`message-${id}`));
    expect(JSON.stringify(stored[1]?.data)).not.toContain('its way');

    await vi.waitFor(async () => expect(await mailsTo(server, email)).toHaveLength(1), { timeout: 10_000 });
    const [mail] = await mailsTo(server, email);
    expect(mail?.subject).toMatch(/^Re: <script>alert\(1\)<\/script><svg onload=alert\(2\)>/);
    expect(mail?.subject).not.toMatch(/[\r\n]/);
    expect(mail?.html).not.toMatch(/<script|<svg|<b>it/);
    expect(mail?.html).toContain('<p>&lt;b&gt;it&lt;/b&gt; is =on= its way &amp; &quot;soon&quot;.</p>');
    expect(mail?.text).toContain('Dear Ada,\n\n<b>it</b>');
    const page = await supertest(server.http)
      .get(mailHttp.one.path.replace(':id', mail?.id ?? ''))
      .set(...mailboxKey)
      .expect(200);
    expect(page.text).toContain('alert(1)');
    expect(page.text).not.toMatch(/<script>alert|<svg onload|<b>it/);
    // Nothing else of what a stranger wrote goes to an address that a stranger named.
    expect(mail?.text).not.toContain('Where is it?');

    const actionId = (await factsOf(id)).flatMap((fact) =>
      fact.type === 'MessageReplied' ? [fact.data.actionId] : [],
    )[0];
    await server.app.get(CommandBus).execute(new PostReply(id, actionId ?? ''));
    expect(await mailsTo(server, email)).toHaveLength(1);
  });

  test('to nobody, to what has changed, or of nothing is refused', async () => {
    const nameless = await submit({ sender_email: '' });
    const { body } = await act(`${nameless}/reply`, { version: 0, text: 'Hello' }).expect(422);
    expect(body.code).toBe('messages.no_address');
    const id = await submit();
    await put(id, { version: 0, status: 'read' }).expect(200);
    const late = await act(`${id}/reply`, { version: 0, text: 'Hello' }).expect(409);
    expect(late.body.present).toMatchObject({ version: 1, status: 'read' });
    await act(`${id}/reply`, { version: 1, text: ' ' }).expect(400);
    await act(`${randomUUID()}/reply`, { version: 0, text: 'Hello' }).expect(404);
  });
});

test('what is closed is reopened with a reason', async () => {
  const id = await submit();
  await act(`${id}/reopen`, { version: 0, reason: 'x' }).expect(422);
  await put(id, { version: 0, status: 'resolved' }).expect(200);
  await act(`${id}/reopen`, { version: 1 }).expect(400);
  const { body } = await act(`${id}/reopen`, { version: 1, reason: 'it is back' }).expect(200);
  expect(body).toMatchObject({ version: 2, status: 'in_progress' });
});

test('what waits is watched by a timer that outlives the process, and escalated once', async () => {
  const id = await submit();
  const timer = async () =>
    (
      await server.foundation.pool.query<{ due_at: Date }>(
        `SELECT due_at FROM vault.timers WHERE process = 'messages.escalate' AND key = $1`,
        [id],
      )
    ).rows;
  await vi.waitFor(async () => expect(await timer()).toHaveLength(1), { timeout: 10_000 });
  const [{ due_at: dueAt } = { due_at: new Date(0) }] = await timer();
  const [submitted] = await factsOf(id);
  expect(dueAt.getTime()).toBe((submitted?.recordedAt.getTime() ?? 0) + 24 * 3_600_000);

  const context = { key: `escalate ${id}`, actor: { kind: 'system', id: 'a test' } as const, correlationId: id };
  const escalate = decide<MessageCommand>(messageStream, id, { type: 'EscalateMessage' }, context);
  for (let n = 0; n < 2; n++) await server.app.get(CommandBus).execute(escalate);
  expect((await factsOf(id)).map(({ type }) => type)).toEqual(['MessageSubmitted', 'MessageEscalated']);
  await vi.waitFor(async () => expect(await timer()).toEqual([]), { timeout: 10_000 });
  const late = await put(id, { version: 0, status: 'read' }).expect(409);
  expect(late.body.present).toMatchObject({ version: 1, priority: 'high' });
});

test('only admins and support work on messages; everybody keeps filters', async () => {
  const id = await submit();
  const { bearer } = await registerMember(server);
  const calls = (who?: [string, string]) =>
    [
      supertest(server.http).put(`/api/admin/messages/${id}`).send({ version: 0 }),
      supertest(server.http)
        .post('/api/admin/messages/triage')
        .send({ changes: [{ id, version: 0 }] }),
      supertest(server.http).post(`/api/admin/messages/${id}/reply`).send({ version: 0, text: 'x' }),
      supertest(server.http).post(`/api/admin/messages/${id}/reopen`).send({ version: 0, reason: 'x' }),
    ].map((call) => (who ? call.set(...who) : call));
  for (const who of [bearer, await signedIn('analyst'), await signedIn('auditor')]) {
    for (const call of calls(who)) await call.expect(403);
  }
  for (const call of calls()) await call.expect(401);
  await supertest(server.http)
    .get('/api/admin/filters/events')
    .set(...(await signedIn('auditor')))
    .expect(200);
  expect(await factsOf(id)).toHaveLength(1);
});

describe('saved filters', () => {
  const filters = (operator: [string, string], path = 'messages') =>
    supertest(server.http)
      .get(`/api/admin/filters/${path}`)
      .set(...operator);
  const save = (operator: [string, string], body: object, path = 'messages') =>
    supertest(server.http)
      .put(`/api/admin/filters/${path}`)
      .set(...operator)
      .send(body);
  const remove = (operator: [string, string], id: string) =>
    supertest(server.http)
      .delete(`/api/admin/filters/messages/${id}`)
      .set(...operator);

  test('are each operator’s own, by list and name', async () => {
    const [ada, ben] = [await signedIn('support'), await signedIn('admin')];
    const { body } = await save(ada, { name: 'Mine', filter: { assignee: 'me', status: ['unread'] } }).expect(200);
    const { id } = (body as { filter: { id: string } }).filter;
    await save(ada, { name: 'Spam', filter: { status: 'spam' } }).expect(200);
    await save(ada, { name: 'Mine', filter: { type: 'x' } }, 'events').expect(200);
    await save(ada, { name: 'Mine', filter: { assignee: 'me' } }).expect(200);
    const list = await filters(ada).expect(200);
    expect(list.body.filters).toMatchObject([{ id, name: 'Mine', filter: { assignee: 'me' } }, { name: 'Spam' }]);
    expect((await filters(ben)).body.filters).toEqual([]);
    await remove(ben, id).expect(404);
    await remove(ada, id).expect(200);
    await remove(ada, id).expect(404);
    expect((await filters(ada)).body.filters).toHaveLength(1);
  });

  test('are bounded in number and size', async () => {
    const ada = await signedIn('support');
    for (let n = 0; n < 50; n++) await save(ada, { name: `f${n}`, filter: {} }).expect(200);
    const { body } = await save(ada, { name: 'one more', filter: {} }).expect(422);
    expect(body.code).toBe('messages.too_many_filters');
    await save(ada, { name: 'f7', filter: { q: HOSTILE } }).expect(200);
    expect((await filters(ada)).body.filters[7].filter).toEqual({ q: HOSTILE });
    await save(ada, { name: 'big', filter: { q: 'x'.repeat(4_100) } }).expect(400);
    await save(ada, { name: '', filter: {} }).expect(400);
    await filters(ada, "x'%20or").expect(400);
  });
});
