import { randomUUID } from 'node:crypto';
import type { ChatFact } from '@easel/contracts/chat/events';
import { CHAT_TEXT_MAX, type chatProblems } from '@easel/contracts/chat/policy';
import { chatHttp } from '@easel/contracts/chat/http';
import { conversationStream } from '@easel/contracts/chat/stream';
import { ERASED } from '@easel/contracts/kernel/event';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { subscribeAs, topUpAs } from '../testing/accounts.ts';
import { registerMember, startApi, type TestMember } from '../testing/api-server.ts';
import { cutAppends } from '../testing/cut-append.ts';
import { ProductOrder } from '../testing/product-order.ts';
import { Studio } from '../testing/studio.ts';

let server: TestServer;
let studio: Studio;
let member: TestMember;
beforeAll(async () => {
  server = await startApi({ rateLimitScale: 100 });
  studio = new Studio(server);
  member = await registerMember(server);
});
afterAll(() => server.close());
afterEach(() => void vi.restoreAllMocks());

const sessionId = 'nova_1764000000000_a1b2c3';
const about = { sessionId, userAgent: 'Mozilla/5.0 (Heron)', category: 'support', tags: ['web', 'studio'] };
type Name = 'start' | 'message' | 'end';

function post(name: Name, body: object, by: TestMember | undefined = member, key: string = randomUUID()) {
  const request = supertest(server.http).post(chatHttp[name].path).set('idempotency-key', key);
  return (by ? request.set(...by.bearer) : request).send(body);
}
const nobody = (name: Name) => supertest(server.http).post(chatHttp[name].path).send({});
async function start(by: TestMember = member, key: string = randomUUID()): Promise<string> {
  const { body } = await post('start', about, by, key).expect(200);
  return chatHttp.start.reply.parse(body).conversationId;
}
let minutes = 0;
const said = (conversationId: string, over: object = {}) => ({
  conversationId,
  sessionId,
  messageType: 'user',
  content: 'What does a heron in 2K cost?',
  timestamp: new Date(Date.UTC(2026, 10, 20, 10, minutes++)).toISOString(),
  metadata: {},
  ...over,
});
const ended = (conversationId: string) => ({ conversationId, sessionId, totalMessages: 2, conversationLength: 60_000 });
const factsOf = (id: string) => Array.fromAsync(server.foundation.log.read<ChatFact>(conversationStream.nameOf(id)));
const typesOf = async (id: string) => (await factsOf(id)).map(({ type }) => type);
const refusal = (problem: (typeof chatProblems)[keyof typeof chatProblems]['code']) => ({
  success: false,
  code: problem,
});

describe('a conversation', () => {
  test('is recorded from start to end, without email address, location and browser of each message', async () => {
    const email = { userEmail: member.email };
    const started = await post('start', { ...about, ...email }).expect(200);
    expect(started.headers['x-position']).toMatch(/conversation=\d+/);
    const { conversationId } = chatHttp.start.reply.parse(started.body);
    const metadata = { userAgent: 'Mozilla/5.0 (Egret)', location: 'Otterbourne' };
    const { body } = await post('message', said(conversationId, { ...email, metadata })).expect(200);
    expect(body).toEqual({});
    const answer = { suggestions: ['And 4K?', 'Open pricing'], responseTime: 12.6, topic: 'pricing' };
    await post(
      'message',
      said(conversationId, { ...email, messageType: 'nova', content: '10.', metadata: { ...metadata, ...answer } }),
    ).expect(200);
    expect((await post('end', ended(conversationId)).expect(200)).body).toEqual({});
    const facts = await factsOf(conversationId);
    expect(facts).toMatchObject([
      { type: 'ConversationStarted', data: { memberId: member.id, ...about, tags: 'web\nstudio' } },
      { data: { speaker: 'user', content: 'What does a heron in 2K cost?', suggestions: '', topic: null } },
      {
        data: { speaker: 'nova', suggestions: 'And 4K?\nOpen pricing', topic: 'pricing', responseMs: 13 },
        metadata: { actor: { kind: 'member', id: member.id } },
      },
      { type: 'ConversationEnded', data: { messages: 2, countedMessages: 2 } },
    ]);
    const [, question, answered] = facts.map(({ data }) => data as { messageId?: string; answersId?: string });
    expect(answered?.answersId).toBe(question?.messageId);
    const text = JSON.stringify(facts.map(({ data }) => data));
    for (const word of [member.email, 'Otterbourne', 'Egret']) expect(text).not.toContain(word);
  });

  test('is stored encrypted, and cannot be read after the member is erased', async () => {
    const erased = await registerMember(server);
    const id = await start(erased);
    await post('message', said(id, { metadata: { suggestions: ['Herons at dawn'] } }), erased).expect(200);
    const stored = await Array.fromAsync(server.foundation.log.readStored(conversationStream.nameOf(id)));
    const text = JSON.stringify(stored.map(({ data }) => data));
    for (const word of ['heron', 'Heron', 'support', 'studio']) expect(text).not.toContain(word);
    await server.foundation.sealer.erase(erased.id);
    expect(await factsOf(id)).toMatchObject([
      { data: { userAgent: ERASED, category: ERASED, tags: ERASED, sessionId } },
      { data: { content: ERASED, suggestions: ERASED, memberId: erased.id } },
    ]);
  });

  test('starts once when the start is repeated under the same key', async () => {
    const key = randomUUID();
    const id = await start(member, key);
    expect(await start(member, key)).toBe(id);
    expect(await start()).not.toBe(id);
    expect(await typesOf(id)).toEqual(['ConversationStarted']);
  });

  test('records a repeated message once, under the same key or another', async () => {
    const id = await start();
    const [message, key] = [said(id), randomUUID()];
    await post('message', message, member, key).expect(200);
    await post('message', message, member, key).expect(200);
    await post('message', message).expect(200);
    await post('message', { ...message, messageType: 'nova' }).expect(200);
    await post('end', ended(id)).expect(200);
    await post('message', message).expect(200);
    await post('end', ended(id)).expect(200);
    expect(await typesOf(id)).toEqual([
      'ConversationStarted',
      'ConversationMessageRecorded',
      'ConversationMessageRecorded',
      'ConversationEnded',
    ]);
  });

  test.each([true, false])(
    'records a message once when its append was interrupted, stored or not (%s)',
    async (isStored) => {
      const id = await start();
      const [message, key] = [said(id), randomUUID()];
      const type = 'ConversationMessageRecorded';
      const mend = cutAppends(server.foundation.log, conversationStream.nameOf(id), type, { isStored });
      await post('message', message, member, key).expect(503);
      mend();
      await post('message', message, member, key).expect(200);
      expect(await typesOf(id)).toEqual(['ConversationStarted', type]);
    },
  );

  test('refuses messages after its end', async () => {
    const id = await start();
    await post('end', ended(id)).expect(200);
    expect((await post('message', said(id)).expect(409)).body).toMatchObject(refusal('chat.ended'));
  });

  test('answers 404 to another member, and under another session id', async () => {
    const [id, other] = [await start(), await registerMember(server)];
    for (const [body, by] of [
      [{}, other],
      [{ sessionId: 'nova_2' }, member],
      [{ conversationId: randomUUID() }, member],
    ] as const) {
      expect((await post('message', said(id, body), by).expect(404)).body).toMatchObject(refusal('chat.not_found'));
      await post('end', { ...ended(id), ...body }, by).expect(404);
    }
    expect(await typesOf(id)).toEqual(['ConversationStarted']);
  });
});

test('answers visitors with 401 on every route', async () => {
  for (const name of ['start', 'message', 'end'] as const) await nobody(name).expect(401);
  await supertest(server.http).get(chatHttp.state.path).expect(401);
});

test.each<[Name, object, string]>([
  ['start', { sessionId: undefined }, 'Please send the session’s id'],
  ['start', { sessionId: 'mine' }, 'The session’s id must begin with nova_'],
  ['start', { userAgent: 'x'.repeat(501) }, 'Please enter at most 500 characters'],
  ['start', { tags: Array.from({ length: 21 }, () => 'a') }, 'At most 20 tags'],
  ['message', { content: ' \u200b' }, 'A message is needed'],
  ['message', { content: 'x'.repeat(CHAT_TEXT_MAX + 1) }, 'Please enter at most 4000 characters'],
  ['message', { messageType: 'admin' }, 'Please say whose message it is'],
  ['message', { timestamp: 'yesterday' }, 'Please send when it was written'],
  ['message', { conversationId: '1' }, 'Please send the conversation’s id'],
  ['message', { metadata: { topic: 'What is my own name' } }, 'Please send the topic’s id'],
  ['message', { metadata: { responseTime: -1 } }, 'Please send milliseconds'],
  ['message', { metadata: { suggestions: Array.from({ length: 13 }, () => 'a') } }, 'At most 12 suggestions'],
  ['end', { totalMessages: 1.5 }, 'Please send how many messages there were'],
])('refuses a %s with %j', async (name, over, sentence) => {
  const id = await start();
  const sound = { start: about, message: said(id), end: ended(id) };
  const { body } = await post(name, { ...sound[name], ...over }).expect(400);
  expect((body as { errors: { message: string }[] }).errors.map(({ message }) => message)).toEqual([sentence]);
});

describe('the state for the assistant', () => {
  const stateOf = async (by: TestMember) => {
    const { body } = await supertest(server.http)
      .get(chatHttp.state.path)
      .set(...by.bearer)
      .expect(200);
    return chatHttp.state.reply.parse(body).state;
  };

  test('contains only the monthly allowance for a new member', async () => {
    const none = { credits: 0, dollars: 0 };
    expect(await stateOf(await registerMember(server))).toEqual({
      credits: 50,
      dollars: 0,
      plan: { tier: 'free', label: 'Genesis (Free)', endsAt: null },
      images: { used: 0, limit: 50 },
      downloads: { used: 0, limit: expect.any(Number) as number },
      orders: [],
      earnings: { resting: { ...none, settlesAt: null }, payable: none },
      payouts: [],
      generations: { running: 0 },
    });
  });

  test('contains plan, wallet, orders under way and running generations', async () => {
    const busy = await studio.member();
    const { payments } = await subscribeAs(server, busy.id, 'studio');
    await topUpAs(server, busy.id, 2_550);
    const order = new ProductOrder(busy.id);
    const now = new Date();
    await order.append(server, order.placed(now, { reference: 'ORD-77' }), order.paid(now), ...order.printing(now));
    await studio.finished(busy);
    await studio.queued(busy);
    await vi.waitFor(
      async () => {
        expect(await stateOf(busy)).toMatchObject({
          dollars: 25.5,
          plan: { tier: 'studio', label: 'Studio', endsAt: payments[0]?.until.toISOString() },
          images: { used: 2, limit: 120 },
          orders: [{ id: order.ids.orderId, reference: 'ORD-77', status: 'in_production' }],
          generations: { running: 1 },
        });
      },
      { timeout: 20_000 },
    );
  });
});

test('is rate-limited per member', async () => {
  const strict = await startApi({ rateLimitScale: 0.05 });
  const one = await registerMember(strict);
  const statuses = async (name: Name, body: () => object): Promise<number[]> => {
    const found: number[] = [];
    for (let calls = 0; calls < 7; calls++) {
      const request = supertest(strict.http).post(chatHttp[name].path);
      found.push((await request.set(...one.bearer).send(body())).status);
    }
    return found;
  };
  const few = (status: number, calls: number) => Array.from({ length: 7 }, (_, n) => (n < calls ? status : 429));
  expect(await statuses('message', () => said(randomUUID()))).toEqual(few(404, 6));
  expect(await statuses('start', () => about)).toEqual(few(200, 3));
  expect(await statuses('end', () => ended(randomUUID()))).toEqual(few(404, 3));
  await strict.close();
});
