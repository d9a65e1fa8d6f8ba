import type { ChatFact } from '@easel/contracts/chat/events';
import { chatProblems, MESSAGES_MAX, SILENCE_MS } from '@easel/contracts/chat/policy';
import { given } from '@easel/kernel/testing/given';
import { describe, expect, test } from 'vitest';
import { conversation, type ConversationCommand } from './conversation.decider.ts';

const conversationId = '11111111-1111-4111-8111-111111111111';
const memberId = '22222222-2222-4222-8222-222222222222';
const sessionId = 'nova_1764000000000_a1b2c3';
const at = new Date('2026-11-20T10:00:00Z');
const claim = { memberId, sessionId };
const id = (n: number): string => `33333333-3333-4333-8333-${String(n).padStart(12, '0')}`;

const start: ConversationCommand = {
  type: 'StartConversation',
  conversationId,
  ...claim,
  userAgent: 'Mozilla/5.0',
  category: 'support',
  tags: ['web', 'studio'],
  at,
};
const started: ChatFact = {
  type: 'ConversationStarted',
  data: {
    conversationId,
    ...claim,
    userAgent: 'Mozilla/5.0',
    category: 'support',
    tags: 'web\nstudio',
    startedAt: at.toISOString(),
  },
};
type Recording = Extract<ConversationCommand, { type: 'RecordMessage' }>;
const question = (n: number, over: Partial<Recording> = {}): Recording => ({
  type: 'RecordMessage',
  ...claim,
  messageId: id(n),
  speaker: 'user',
  content: 'What does 2K cost?',
  suggestions: [],
  topic: null,
  responseMs: null,
  at,
  ...over,
});
const answer = (n: number, over: Partial<Recording> = {}): Recording =>
  question(n, {
    speaker: 'nova',
    content: '10 credits.',
    suggestions: ['And 4K?', 'Open pricing'],
    topic: 'pricing',
    responseMs: 12,
    ...over,
  });
const end = (over: Partial<Extract<ConversationCommand, { type: 'EndConversation' }>> = {}): ConversationCommand => ({
  type: 'EndConversation',
  ...claim,
  countedMessages: 3,
  at,
  ...over,
});
/** Returns the events of a conversation after these commands. */
const after = (...commands: ConversationCommand[]): ChatFact[] =>
  commands.reduce<ChatFact[]>(
    (facts, command) => [
      ...facts,
      ...given(conversation, ...facts)
        .when(command)
        .facts(),
    ],
    [started],
  );
const recorded = (facts: readonly ChatFact[]) =>
  facts.flatMap(({ type, data }) => (type === 'ConversationMessageRecorded' ? [data] : []));

test('starts once', () => {
  given(conversation).when(start).then(started);
  given(conversation, started).when(start).thenNothing();
});

describe('a message', () => {
  test('is recorded with its suggestions', () => {
    given(conversation, started)
      .when(answer(1))
      .then({
        type: 'ConversationMessageRecorded',
        data: {
          conversationId,
          memberId,
          messageId: id(1),
          speaker: 'nova',
          content: '10 credits.',
          suggestions: 'And 4K?\nOpen pricing',
          topic: 'pricing',
          answersId: null,
          responseMs: 12,
          recordedAt: at.toISOString(),
        },
      });
  });

  test('of the assistant answers the member’s latest unanswered message', () => {
    const facts = after(
      answer(1),
      question(2),
      question(3),
      answer(4),
      answer(5),
      question(6),
      answer(7, { topic: null }),
    );
    expect(recorded(facts).map(({ answersId, topic }) => [answersId, topic])).toEqual([
      [null, 'pricing'],
      [null, null],
      [null, null],
      [id(3), 'pricing'],
      [null, 'pricing'],
      [null, null],
      [id(6), null],
    ]);
  });

  test('of the member has no topic and no response time', () => {
    const facts = given(conversation, started)
      .when(question(1, { topic: 'pricing', responseMs: 3 }))
      .facts();
    expect(recorded(facts)).toMatchObject([{ topic: null, responseMs: null, answersId: null }]);
  });

  test('is recorded once when it is repeated, also after the end', () => {
    given(conversation, ...after(question(1)))
      .when(question(1, { content: 'something else' }))
      .thenNothing();
    given(conversation, ...after(question(1), end()))
      .when(question(1))
      .thenNothing();
  });

  test('is refused after the end, and when the conversation is full', () => {
    given(conversation, ...after(question(1), end()))
      .when(question(2))
      .thenRefuses(chatProblems.ended);
    const [first] = recorded(after(question(0)));
    if (!first) throw new Error('it is not recorded');
    const full = Array.from({ length: MESSAGES_MAX }, (_, n): ChatFact => ({
      type: 'ConversationMessageRecorded',
      data: { ...first, messageId: id(n) },
    }));
    given(conversation, started, ...full.slice(1))
      .when(question(0))
      .then({ type: 'ConversationMessageRecorded', data: first });
    given(conversation, started, ...full)
      .when(question(MESSAGES_MAX))
      .thenRefuses(chatProblems.full);
  });
});

describe('silence', () => {
  const later = (ms: number) => new Date(at.getTime() + ms);
  const asked = after(question(1));

  test('ends a conversation: later messages are refused', () => {
    given(conversation, ...asked)
      .when(answer(2, { at: later(SILENCE_MS) }))
      .thenRefuses(chatProblems.ended);
    expect(recorded(after(question(1), answer(2, { at: later(SILENCE_MS - 1) })))).toHaveLength(2);
  });

  test('is measured from the start, and again from each message', () => {
    given(conversation, started)
      .when(question(1, { at: later(SILENCE_MS) }))
      .thenRefuses(chatProblems.ended);
    const facts = after(question(1, { at: later(SILENCE_MS - 1) }), question(2, { at: later(2 * SILENCE_MS - 2) }));
    expect(recorded(facts)).toHaveLength(2);
  });

  test('does not refuse a repeat', () => {
    given(conversation, ...asked)
      .when(question(1, { at: later(9 * SILENCE_MS) }))
      .thenNothing();
  });

  test('sets the end of a conversation whose panel is closed later', () => {
    given(conversation, ...asked)
      .when(end({ at: later(9 * SILENCE_MS), countedMessages: 1 }))
      .then({
        type: 'ConversationEnded',
        data: {
          conversationId,
          memberId,
          messages: 1,
          countedMessages: 1,
          endedAt: later(SILENCE_MS).toISOString(),
        },
      });
  });
});

test('ends once, with the recorded count of messages and the browser’s', () => {
  const facts = after(question(1), answer(2));
  given(conversation, ...facts)
    .when(end())
    .then({
      type: 'ConversationEnded',
      data: { conversationId, memberId, messages: 2, countedMessages: 3, endedAt: at.toISOString() },
    });
  given(conversation, ...facts, ...after(end()).slice(1))
    .when(end({ countedMessages: 9 }))
    .thenNothing();
});

test.each([
  ['that was never started', [], {}],
  ['of another member', [started], { memberId: id(9) }],
  ['of another session', [started], { sessionId: 'nova_2' }],
])('does not find a conversation %s', (_what, facts, over) => {
  given(conversation, ...facts)
    .when(question(1, over))
    .thenRefuses(chatProblems.notFound);
  given(conversation, ...facts)
    .when(end(over))
    .thenRefuses(chatProblems.notFound);
});
