import type { Fact } from '@easel/contracts/kernel/event';
import type { MessageFact } from '@easel/contracts/messages/events';
import type { MessageStatus } from '@easel/contracts/messages/policy';
import { recordedFact, stepsBy } from '@easel/kernel/testing/steps';
import { describe, expect, test } from 'vitest';
import { escalateMessages } from './escalate.process.ts';
import { postReplies } from './post-replies.process.ts';

const messageId = '11111111-1111-4111-8111-111111111111';
const actionId = '22222222-2222-4222-8222-222222222222';
const factId = '33333333-3333-4333-8333-333333333333';
const at = '2026-11-20T10:00:00.000Z';
const recorded = <F extends Fact>(fact: F) =>
  recordedFact(fact, { id: factId, stream: `message-${messageId}`, recordedAt: new Date(at) });
const ids = { messageId, senderId: messageId };
const submitted: MessageFact = {
  type: 'MessageSubmitted',
  data: {
    ...ids,
    messageType: 'contact',
    memberId: null,
    senderName: 'Ada',
    senderEmail: 'ada@example.org',
    anonymous: false,
    subject: 'Hello',
    content: 'Hello',
    sourcePage: '/contact',
    priority: 'normal',
    submittedAt: at,
  },
};
const triaged = (from: MessageStatus, status: MessageStatus): MessageFact => {
  const rest = { priority: 'normal', assigneeId: null } as const;
  return {
    type: 'MessageTriaged',
    data: { ...ids, ...rest, actionId, status, before: { ...rest, status: from }, reason: '' },
  };
};
const replied: MessageFact = {
  type: 'MessageReplied',
  data: { ...ids, actionId, text: 'Thank you', before: 'read', repliedAt: at },
};
const reopened: MessageFact = {
  type: 'MessageReopened',
  data: { ...ids, actionId, before: 'resolved', reason: 'it is back' },
};
const escalated: MessageFact = { type: 'MessageEscalated', data: { ...ids, before: 'normal', escalatedAt: at } };

describe('what nobody reads', () => {
  const aDayLater = [
    {
      schedule: {
        key: messageId,
        dueAt: new Date('2026-11-21T10:00:00.000Z'),
        payload: { cause: factId, correlationId: 'c' },
      },
    },
  ];
  const cancelled = [{ cancel: messageId }];

  test.each([
    ['submitted', submitted, aDayLater],
    ['read', triaged('unread', 'read'), cancelled],
    ['given to somebody and still unread', triaged('unread', 'unread'), []],
    ['put back among the unread', triaged('read', 'unread'), aDayLater],
    ['answered', replied, cancelled],
    ['reopened', reopened, []],
    ['escalated', escalated, cancelled],
  ] as const)('%s', (_what, fact, steps) => {
    expect(stepsBy(escalateMessages, recorded<MessageFact>(fact))).toEqual(steps);
  });

  test('is escalated once', () => {
    const command = escalateMessages.command({
      key: messageId,
      dueAt: new Date(at),
      payload: { cause: factId, correlationId: 'c' },
    });
    expect(command).toMatchObject({
      stream: `message-${messageId}`,
      command: { type: 'EscalateMessage' },
      context: {
        key: `escalate ${messageId}`,
        actor: { kind: 'system', id: 'messages.escalate' },
        causationId: factId,
      },
    });
  });
});

test('what is replied is mailed at once, and nothing else is', () => {
  const [step] = stepsBy(postReplies, recorded<MessageFact>(replied));
  expect(step?.schedule).toEqual({ key: actionId, dueAt: new Date(at), payload: { messageId } });
  expect(postReplies.command({ key: actionId, dueAt: new Date(at), payload: { messageId } })).toMatchObject({
    messageId,
    actionId,
  });
  for (const fact of [submitted, reopened, escalated, triaged('unread', 'read')]) {
    expect(stepsBy(postReplies, recorded<MessageFact>(fact))).toEqual([]);
  }
});
