import type { MessageFact } from '@easel/contracts/messages/events';
import { messageProblems } from '@easel/contracts/messages/http';
import { type MessageStatus, messageStatuses, statusMoves } from '@easel/contracts/messages/policy';
import { given } from '@easel/kernel/testing/given';
import { describe, expect, test } from 'vitest';
import { message, type MessageCommand, type TriageRequest } from './message.decider.ts';

const messageId = '11111111-1111-4111-8111-111111111111';
const memberId = '22222222-2222-4222-8222-222222222222';
const operator = '33333333-3333-4333-8333-333333333333';
const at = new Date('2026-11-20T10:00:00Z');
const said = {
  messageId,
  messageType: 'bug',
  memberId: null,
  senderName: 'Ada',
  senderEmail: 'ada@example.org',
  anonymous: false,
  subject: 'It broke',
  content: 'When I pressed it',
  sourcePage: '/report-bug',
  priority: 'medium',
} as const;
const ids = { messageId, senderId: messageId };
const submitted: MessageFact = {
  type: 'MessageSubmitted',
  data: { ...said, senderId: messageId, submittedAt: at.toISOString() },
};
const untouched = { status: 'unread', priority: 'medium', assigneeId: null } as const;
let actions = 0;
const actionId = () => `44444444-4444-4444-8444-${String(++actions).padStart(12, '0')}`;
const triage = (version: number, request: TriageRequest, id = actionId()): MessageCommand => ({
  type: 'TriageMessage',
  messageId,
  version,
  actionId: id,
  request,
  reason: '',
});
const reply = (version: number, id = actionId()): MessageCommand => ({
  type: 'ReplyToMessage',
  messageId,
  version,
  actionId: id,
  text: 'Thank you',
  at,
});
const reopen = (version: number): MessageCommand => ({
  type: 'ReopenMessage',
  messageId,
  version,
  actionId: actionId(),
  reason: 'it is back',
});
const escalate: MessageCommand = { type: 'EscalateMessage', at };
const escalated: MessageFact = {
  type: 'MessageEscalated',
  data: { ...ids, before: 'medium', escalatedAt: at.toISOString() },
};
/** The facts of a message on which these were carried out one after another, each with the version it found. */
const after = (...commands: ((version: number) => MessageCommand)[]): MessageFact[] =>
  commands.reduce<MessageFact[]>(
    (facts, command) => [
      ...facts,
      ...given(message, ...facts)
        .when(command(facts.length - 1))
        .facts(),
    ],
    [submitted],
  );
const to = (status: MessageStatus) => (version: number) => triage(version, { status });

test('a message is submitted once, unread and nobody’s', () => {
  given(message)
    .when({ type: 'SubmitMessage', at, ...said })
    .then(submitted);
  given(message, submitted)
    .when({ type: 'SubmitMessage', at, ...said })
    .thenNothing();
  expect(given(message, submitted).state()).toMatchObject({ ...untouched, version: 0, escalated: false });
});

test('a member’s words are sealed by the member’s key', () => {
  const [fact] = given(message)
    .when({ type: 'SubmitMessage', at, ...said, memberId })
    .facts();
  expect(fact?.data).toMatchObject({ senderId: memberId, memberId });
});

describe('a triage', () => {
  test('is the whole of it afterwards and before; what is not named stays', () => {
    const id = actionId();
    given(message, submitted)
      .when(triage(0, { priority: 'high', assigneeId: operator, assigneeFits: true }, id))
      .then({
        type: 'MessageTriaged',
        data: {
          ...ids,
          actionId: id,
          status: 'unread',
          priority: 'high',
          assigneeId: operator,
          before: untouched,
          reason: '',
        },
      });
    const assigned = after((version) => triage(version, { assigneeId: operator, assigneeFits: true }));
    expect(
      given(message, ...assigned)
        .when(triage(1, { assigneeId: null }))
        .facts(),
    ).toMatchObject([{ data: { assigneeId: null, before: { assigneeId: operator } } }]);
  });

  test('gives it to nobody who may not work on it; who has it already may keep it', () => {
    const unfit = { assigneeId: operator, assigneeFits: false };
    given(message, submitted).when(triage(0, unfit)).thenRefuses(messageProblems.assigneeUnfit);
    const id = actionId();
    const assigned = after((version) => triage(version, { ...unfit, assigneeFits: true }, id));
    expect(
      given(message, ...assigned)
        .when(triage(1, { ...unfit, status: 'read' }))
        .facts(),
    ).toMatchObject([{ data: { status: 'read', assigneeId: operator } }]);
    // A repeat is known also when its assignee has left meanwhile.
    given(message, ...assigned)
      .when(triage(0, unfit, id))
      .thenNothing();
  });

  test('that only leaves a note keeps the note', () => {
    const note: MessageCommand = { ...triage(0, {}), reason: 'Called her by phone' } as MessageCommand;
    expect(given(message, submitted).when(note).facts()).toMatchObject([
      { type: 'MessageTriaged', data: { ...untouched, before: untouched, reason: 'Called her by phone' } },
    ]);
  });

  test('that changes nothing is no fact, and neither is a repeat', () => {
    given(message, submitted)
      .when(triage(0, { status: 'unread' }))
      .thenNothing();
    const id = actionId();
    const facts = after((version) => triage(version, { status: 'read' }, id), to('resolved'));
    given(message, ...facts)
      .when(triage(0, { status: 'read' }, id))
      .thenNothing();
  });

  test('of what somebody else has changed meanwhile is refused and says how it stands', () => {
    const late = given(message, ...after(to('read'))).when(triage(0, { status: 'spam' }));
    late.thenRefuses(messageProblems.changed);
    expect(() => late.facts()).toThrow(
      expect.objectContaining({
        extra: { present: { id: messageId, version: 1, status: 'read', priority: 'medium', assignee: null } },
      }) as Error,
    );
  });

  test.each([
    ['unread', [submitted], []],
    ['read', after(to('read')), ['unread']],
    ['in_progress', after(to('in_progress')), ['unread']],
    ['replied', after(reply), []],
    ['resolved', after(to('read'), to('resolved')), ['read']],
    ['spam', after(to('in_progress'), to('spam')), ['in_progress']],
  ] as const)('from %s moves along the one table, or back', (from, facts, back) => {
    const attempt = (status: MessageStatus) => given(message, ...facts).when(triage(facts.length - 1, { status }));
    attempt(from).thenNothing();
    const open = messageStatuses.filter(
      (status) => statusMoves[from].includes(status) || back.some((b) => b === status),
    );
    for (const status of open) expect(attempt(status).facts()).toMatchObject([{ data: { status } }]);
    for (const status of messageStatuses.filter((other) => other !== from && !open.includes(other))) {
      attempt(status).thenRefuses(messageProblems.notFromHere);
    }
  });

  test.each(['resolved', 'spam'] as const)('to %s is undone by a triage back, and by none elsewhere', (closed) => {
    const facts = after(to('read'), to(closed));
    expect(
      given(message, ...facts)
        .when(triage(2, { status: 'read' }))
        .facts(),
    ).toMatchObject([{ data: { status: 'read', before: { status: closed } } }]);
    given(message, ...facts)
      .when(triage(2, { status: 'unread' }))
      .thenRefuses(messageProblems.notFromHere);
    const raised = after(to('read'), to(closed), (version) => triage(version, { priority: 'high' }));
    expect(
      given(message, ...raised)
        .when(triage(3, { status: 'read' }))
        .facts(),
    ).toHaveLength(1);
  });
});

describe('a reply', () => {
  test('answers the message', () => {
    expect(given(message, ...after(reply)).state()).toMatchObject({ status: 'replied', version: 1 });
    expect(given(message, ...after(to('resolved'), reply)).state()).toMatchObject({ status: 'replied' });
  });

  test('is one however often it is sent, and two where two are meant', () => {
    const id = actionId();
    const facts = after((version) => reply(version, id));
    given(message, ...facts)
      .when(reply(0, id))
      .thenNothing();
    expect(
      given(message, ...facts)
        .when(reply(1))
        .facts(),
    ).toMatchObject([{ data: { before: 'replied' } }]);
  });

  test('to nobody’s address, to spam or to what has changed is refused', () => {
    const nobody: MessageFact = { ...submitted, data: { ...submitted.data, anonymous: true } };
    given(message, nobody).when(reply(0)).thenRefuses(messageProblems.noAddress);
    given(message, ...after(to('spam')))
      .when(reply(1))
      .thenRefuses(messageProblems.notFromHere);
    given(message, ...after(to('read')))
      .when(reply(0))
      .thenRefuses(messageProblems.changed);
  });
});

test('what is closed or answered is reopened with a reason, what is open is not', () => {
  for (const close of [to('resolved'), to('spam'), reply]) {
    expect(given(message, ...after(close, reopen)).state()).toMatchObject({ status: 'in_progress', version: 2 });
  }
  given(message, submitted).when(reopen(0)).thenRefuses(messageProblems.notFromHere);
});

test('what is unread is escalated once', () => {
  given(message, submitted).when(escalate).then(escalated);
  expect(given(message, submitted, escalated).state()).toMatchObject({ priority: 'high', escalated: true, version: 1 });
  given(message, submitted, escalated).when(escalate).thenNothing();
  given(message, ...after(to('read')))
    .when(escalate)
    .thenNothing();
  given(message).when(escalate).thenNothing();
});

test('what was never submitted is not there', () => {
  given(message).when(triage(0, {})).thenRefuses(messageProblems.notFound);
});
