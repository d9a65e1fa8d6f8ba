import { randomUUID } from 'node:crypto';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import { messagesHttp, type MessageRecord } from '@easel/contracts/messages/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type QueryServer, startQueries } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';
import { MessageStory } from './testing/message-facts.ts';

const messageFields = [
  'id',
  'created_at',
  'updated_at',
  'message_type',
  'sender_name',
  'sender_email',
  'subject',
  'status',
  'priority',
  'assignee',
] as const;
const HOSTILE = `<script>alert(1)</script><svg onload=alert(2)>=HYPERLINK("http://evil")'"`;

let queries: QueryServer;
let me: string;
let support: string;
const recorder = new Recorder();
const stories = Array.from({ length: 5 }, () => new MessageStory(recorder));
const [broken, idea, asked, spam, answered] = stories as [
  MessageStory,
  MessageStory,
  MessageStory,
  MessageStory,
  MessageStory,
];
const idOf = ({ messageId }: MessageStory): string => messageId;

async function operator(role: OperatorRole): Promise<{ id: string; authorization: string }> {
  const id = randomUUID();
  const { token } = await queries.server.foundation.sessions.open(
    { kind: 'operator', id, role },
    { days: 1, userAgent: '' },
  );
  return { id, authorization: `Bearer ${token}` };
}

beforeAll(async () => {
  queries = await startQueries();
  ({ id: me, authorization: support } = await operator('support'));
  const at = (hour: number) => ({ submittedAt: `2026-11-20T0${hour}:00:00.000Z` });
  await queries.append(
    broken.submitted({ ...at(1), subject: 'It broke', senderEmail: 'Zoe@Example.org', priority: 'medium' }),
    idea.submitted({ ...at(2), messageType: 'feature', subject: HOSTILE, content: HOSTILE, senderName: HOSTILE }),
    asked.submitted({ ...at(3), messageType: 'contact', senderName: 'bea', subject: '100 %_\\ sure' }),
    spam.submitted({ ...at(4), messageType: 'contact', senderName: 'Cy' }),
    answered.submitted({ ...at(5), messageType: 'contact', senderName: 'Abe' }),
    broken.by(me, broken.triaged({ status: 'in_progress', assigneeId: me })),
    idea.escalated(),
    spam.by(me, spam.triaged({ status: 'spam', reason: 'it is' })),
    answered.by(me, answered.replied('Thank you')),
  );
});
afterAll(() => queries.close());

const get = (path: string, authorization = support) => queries.nobody.get(path).set('authorization', authorization);
const path = (asked: Record<string, unknown> = {}): string =>
  `/api/admin/messages?${new URLSearchParams(
    Object.entries(asked).map(([name, value]): [string, string] => [name, JSON.stringify(value)]),
  ).toString()}`;
const list = async (query: Record<string, unknown> = {}): Promise<{ records: MessageRecord[]; range: string }> => {
  const { body, headers } = await get(path(query)).expect(200);
  expect(messagesHttp.list.reply.parse(body)).toEqual(body);
  return { records: body as MessageRecord[], range: String(headers['content-range']) };
};
const found = async (query: Record<string, unknown>): Promise<string[]> =>
  (await list(query)).records.map(({ id }) => id);

describe('the list', () => {
  test('is a bare array of records, the newest first, and tells how many there are', async () => {
    const { records, range } = await list();
    expect(records.map(({ id }) => id)).toEqual(stories.toReversed().map(idOf));
    expect(range).toBe('messages 0-4/5');
    expect(records[4]).toEqual({
      id: broken.messageId,
      message_type: 'bug',
      sender_name: 'Ada Byron',
      sender_email: 'Zoe@Example.org',
      anonymous: false,
      member_id: null,
      subject: 'It broke',
      message_content: 'When I pressed it',
      source_page: '/report-bug',
      status: 'in_progress',
      priority: 'medium',
      assignee: me,
      escalated: false,
      waiting: true,
      replies: 0,
      created_at: '2026-11-20T01:00:00.000Z',
      updated_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/) as string,
      version: 1,
    });
  });

  test('comes in ranges', async () => {
    const { records, range } = await list({ range: [1, 2], sort: ['created_at', 'ASC'] });
    expect(records.map(({ id }) => id)).toEqual([idea, asked].map(idOf));
    expect(range).toBe('messages 1-2/5');
    expect(await list({ range: [10, 20] })).toEqual({ records: [], range: 'messages */5' });
  });

  test.each([
    ['created_at', [broken, idea, asked, spam, answered]],
    ['sender_name', [idea, answered, broken, asked, spam]],
    ['id', stories.toSorted((a, b) => (a.messageId < b.messageId ? -1 : 1))],
  ] as const)('is sorted by %s', async (field, order) => {
    expect(await found({ sort: [field, 'ASC'] })).toEqual(order.map(idOf));
  });

  test.each([...messageFields])('is sorted by %s both ways', async (field) => {
    const up = await found({ sort: [field, 'ASC'] });
    expect(up.toSorted()).toEqual(stories.map(idOf).toSorted());
    expect(await found({ sort: [field, 'DESC'] })).toEqual(up.toReversed());
  });

  test('is sorted by how pressing they are', async () => {
    const pressing = (await list({ sort: ['priority', 'DESC'] })).records.map(({ priority }) => priority);
    expect(pressing).toEqual(['high', 'medium', 'normal', 'normal', 'normal']);
  });

  test('gives those that are named', async () => {
    const ids = [spam, broken].map(idOf);
    expect((await found({ filter: { id: ids } })).toSorted()).toEqual(ids.toSorted());
    expect(await found({ filter: { id: [randomUUID()] } })).toEqual([]);
  });

  test.each([
    [{ message_type: 'contact' }, [answered, spam, asked]],
    [{ message_type: ['bug', 'feature'] }, [idea, broken]],
    [{ status: 'unread' }, [asked, idea]],
    [{ status: ['spam', 'replied'] }, [answered, spam]],
    [{ priority: 'high' }, [idea]],
    [{ assignee: 'me' }, [broken]],
    [{ assignee: 'nobody', status: 'unread' }, [asked, idea]],
    [{ assignee: ['me', 'nobody'] }, [answered, spam, asked, idea, broken]],
    [{ waiting: true }, [asked, idea, broken]],
    [{ waiting: false }, [answered, spam]],
    [{ escalated: true }, [idea]],
    [{ q: 'zoe@example' }, [broken]],
    [{ q: 'example, ZOÉ' }, [broken]],
    [{ q: 'broke it' }, [answered, spam, broken]],
    [{ q: 'IT BROKE' }, [answered, spam, broken]],
    [{ q: '%_\\' }, [asked]],
    [{ q: '<script>' }, [idea]],
    [{ q: '' }, [answered, spam, asked, idea, broken]],
    [{ q: "' or 7=7; --" }, []],
    [{ q: 'thank YOU' }, [answered]],
  ] as const)('filtered by %j', async (filter, left) => {
    const ids = await found({ filter });
    expect(ids).toEqual(left.map(idOf));
    const { range } = await list({ filter, range: [0, 0] });
    expect(range).toMatch(new RegExp(`/${ids.length}$`));
  });

  test.each([
    'sort=["subject;drop table message","ASC"]',
    'sort=["created_at","ASC;--"]',
    'range=[0,5000]',
    'filter={"status":"gone"}',
    'filter={"1=1":true}',
    'filter={"assignee":"\' or 1=1"}',
    'filter={',
  ])('%s is 400', async (query) => {
    await get(`/api/admin/messages?${encodeURI(query)}`).expect(400);
  });
});

test('the counts are those of what is open', async () => {
  const { body } = await get('/api/admin/messages/counts').expect(200);
  expect(messagesHttp.counts.reply.parse(body)).toEqual(body);
  expect(body).toEqual({ success: true, unread: 2, waiting: 3, escalated: 1 });
});

describe('one message', () => {
  test('comes with its timeline', async () => {
    const { body } = await get(`/api/admin/messages/${spam.messageId}`).expect(200);
    expect(messagesHttp.one.reply.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      id: spam.messageId,
      status: 'spam',
      version: 1,
      timeline: [
        { version: 0, type: 'MessageSubmitted', actor: { kind: 'system', role: null } },
        {
          version: 1,
          type: 'MessageTriaged',
          actor: { kind: 'operator', id: me, role: 'support' },
          detail: { status: 'spam', before: { status: 'unread' }, reason: 'it is' },
        },
      ],
    });
  });

  test('is JSON whatever stands in it, and no page', async () => {
    const { headers, body } = await get(`/api/admin/messages/${idea.messageId}`).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(body).toMatchObject({ subject: HOSTILE, message_content: HOSTILE, sender_name: HOSTILE });
  });

  test('that is none is 404, and what is no id 400', async () => {
    const { body } = await get(`/api/admin/messages/${randomUUID()}`).expect(404);
    expect(body.code).toBe('messages.not_found');
    await get(`/api/admin/messages/${encodeURIComponent("x' or 1=1")}`).expect(400);
  });
});

test('only admins and support read', async () => {
  const paths = ['/api/admin/messages', '/api/admin/messages/counts', `/api/admin/messages/${broken.messageId}`];
  const member = await queries.member();
  const roles = { admin: 200, support: 200, analyst: 403, auditor: 403 } as const;
  for (const one of paths) {
    await queries.nobody.get(one).expect(401);
    await member.get(one).expect(403);
    for (const [role, status] of Object.entries(roles)) {
      await get(one, (await operator(role as OperatorRole)).authorization).expect(status);
    }
  }
});
