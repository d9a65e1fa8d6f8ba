import { randomUUID } from 'node:crypto';
import { chatConsoleHttp, type ConversationRecord } from '@easel/contracts/chat/console.http';
import { ERASED } from '@easel/contracts/kernel/event';
import { MORE_HEADER } from '@easel/contracts/kernel/console';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConversationStory } from '../testing/conversations.ts';
import { operator } from '../testing/operators.ts';
import { PersonStory } from '../testing/people.ts';
import { type QueryServer, startQueries } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';

let queries: QueryServer;
let support: string;
const recorder = new Recorder();
const known = new ConversationStory(recorder);
const puzzled = new ConversationStory(recorder);
const again = new ConversationStory(recorder, known.memberId);
const idsOf = (...stories: readonly ConversationStory[]) => stories.map(({ conversationId }) => conversationId);

beforeAll(async () => {
  queries = await startQueries();
  ({ authorization: support } = await operator(queries, 'support'));
  await queries.append(
    known.started(),
    known.asked('What does 2K cost?'),
    known.answered('10 credits.', { suggestions: 'And 4K?\nOpen pricing' }),
    known.ended(),
    puzzled.started({ tags: '' }),
    puzzled.asked('Do you sell herons?'),
    puzzled.answered('I do not know.', { topic: null, responseMs: null }),
    again.started(),
  );
});
afterAll(() => queries?.close());

const get = (path: string, authorization = support) => queries.nobody.get(path).set('authorization', authorization);
const path = (asked: Record<string, unknown> = {}): string =>
  `/api/admin/conversations?${new URLSearchParams(
    Object.entries(asked).map(([name, value]): [string, string] => [name, JSON.stringify(value)]),
  ).toString()}`;
const list = async (asked: Record<string, unknown> = {}) => {
  const { body, headers } = await get(path(asked)).expect(200);
  const records: ConversationRecord[] = chatConsoleHttp.list.reply.parse(body);
  return { records, ids: records.map(({ id }) => id), more: headers[MORE_HEADER] };
};

describe('the list', () => {
  test('has the newest conversation first, without content', async () => {
    const { records, ids, more } = await list();
    expect(ids).toEqual(idsOf(again, puzzled, known));
    expect(more).toBe('false');
    expect(records[2]).toEqual({
      id: known.conversationId,
      member_id: known.memberId,
      started_at: '2026-11-20T10:00:00.000Z',
      last_at: '2026-11-20T10:02:00.000Z',
      ended_at: '2026-11-20T10:03:00.000Z',
      ended_by_silence: false,
      messages: 2,
      unanswered: 0,
      cursor: expect.stringMatching(/^\d+$/) as string,
    });
    expect(JSON.stringify(records)).not.toContain('herons');
  });

  test.each([
    [{ unanswered: true }, [puzzled]],
    [{ unanswered: false }, [again, known]],
    [{ member: known.memberId }, [again, known]],
    [{ member: known.memberId, unanswered: true }, []],
    [{ id: known.conversationId }, [known]],
    [{ id: idsOf(known, puzzled), unanswered: true }, [puzzled]],
    [{ id: [randomUUID()] }, []],
  ])('is narrowed by %j', async (filter, left) => {
    expect((await list({ filter })).ids).toEqual(idsOf(...left));
  });

  test('is paged in both directions', async () => {
    const first = await list({ range: [0, 1] });
    expect(first).toMatchObject({ ids: idsOf(again, puzzled), more: 'true' });
    const before = await list({ range: [0, 1], filter: { before: first.records[1]?.cursor } });
    expect(before).toMatchObject({ ids: idsOf(known), more: 'false' });
    const after = await list({ range: [0, 1], filter: { after: before.records[0]?.cursor } });
    expect(after).toMatchObject({ ids: idsOf(again, puzzled), more: 'false' });
  });

  test.each(['filter={"q":"herons"}', 'filter={', 'sort=["content","ASC"]', 'filter={"member":"1"}'])(
    'refuses %s',
    async (query) => {
      await get(`/api/admin/conversations?${encodeURI(query)}`).expect(400);
    },
  );
});

describe('one conversation', () => {
  test('has its messages in order, with topics and unanswered questions', async () => {
    const { body } = await get(`/api/admin/conversations/${known.conversationId}`).expect(200);
    expect(body).toEqual(chatConsoleHttp.one.reply.parse(body));
    expect(body).toMatchObject({ category: 'support', tags: ['web', 'studio'], user_agent: 'Mozilla/5.0' });
    const [question, answer] = chatConsoleHttp.one.reply.parse(body).transcript;
    expect(question).toMatchObject({ speaker: 'user', content: 'What does 2K cost?', answers: null, topic: null });
    expect(answer).toEqual({
      id: expect.any(String) as string,
      speaker: 'nova',
      content: '10 credits.',
      suggestions: ['And 4K?', 'Open pricing'],
      topic: 'pricing',
      answers: question?.id,
      unanswered: false,
      response_ms: 12,
      at: '2026-11-20T10:02:00.000Z',
    });
    const { body: other } = await get(`/api/admin/conversations/${puzzled.conversationId}`).expect(200);
    expect(other).toMatchObject({
      tags: [],
      transcript: [{ unanswered: false }, { unanswered: true, topic: null, response_ms: null }],
    });
  });

  test('ends half an hour after its start or its last message', async () => {
    const talk = new ConversationStory(recorder);
    const begun = new ConversationStory(recorder);
    const now = new Date().toISOString();
    await queries.append(talk.started(), begun.started(), talk.asked('Is it late?'));
    const endOf = async ({ conversationId }: ConversationStory) => {
      const { body } = await get(`/api/admin/conversations/${conversationId}`).expect(200);
      const { ended_at: endedAt, ended_by_silence: bySilence } = chatConsoleHttp.one.reply.parse(body);
      return { endedAt, bySilence };
    };
    expect(await endOf(talk)).toEqual({ endedAt: '2026-11-20T10:31:00.000Z', bySilence: true });
    expect(await endOf(begun)).toEqual({ endedAt: '2026-11-20T10:30:00.000Z', bySilence: true });
    await queries.append(begun.answered('Hello.', { recordedAt: now }));
    expect(await endOf(begun)).toEqual({ endedAt: null, bySilence: false });
  });

  test('answers 404 for an unknown id', async () => {
    const { body } = await get(`/api/admin/conversations/${randomUUID()}`).expect(404);
    expect(body).toMatchObject({ code: 'chat.not_found' });
    await get('/api/admin/conversations/1').expect(400);
  });

  test('has no content after the member is erased', async () => {
    const gone = new ConversationStory(recorder);
    await queries.append(
      gone.started(),
      gone.asked('Where is my order?'),
      new PersonStory(recorder, gone.memberId).erased(),
    );
    const { body } = await get(`/api/admin/conversations/${gone.conversationId}`).expect(200);
    expect(body).toMatchObject({ user_agent: ERASED, category: ERASED, transcript: [{ content: ERASED }] });
  });
});

test.each<[OperatorRole, number]>([
  ['admin', 200],
  ['support', 200],
  ['analyst', 403],
  ['auditor', 403],
])('answers operators of the role %s with %i', async (role, status) => {
  const { authorization } = await operator(queries, role);
  await get('/api/admin/conversations', authorization).expect(status);
  await get(`/api/admin/conversations/${known.conversationId}`, authorization).expect(status);
});

test('answers members with 403 and visitors with 401', async () => {
  const member = await queries.member();
  await member.get('/api/admin/conversations').expect(403);
  await queries.nobody.get('/api/admin/conversations').expect(401);
});

test('marks replies as incomplete if a conversation cannot be applied', async () => {
  const broken = new ConversationStory(recorder);
  broken.started();
  await queries.append(broken.asked('Is anybody there?'));
  const { headers } = await get(path({ filter: { member: broken.memberId } })).expect(200);
  expect(headers['x-incomplete']).toBe('true');
});
