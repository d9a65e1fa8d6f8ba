import { randomUUID } from 'node:crypto';
import { ERASED } from '@easel/contracts/kernel/event';
import { expect, test } from 'vitest';
import { givenFor } from '../testing/given.ts';
import { PersonStory } from '../testing/people.ts';
import { Recorder } from '../testing/recorded.ts';
import { messages } from './messages.projector.ts';
import { MessageStory } from './testing/message-facts.ts';

const given = givenFor(messages);

test('a message stands as its last facts left it', async () => {
  const recorder = new Recorder();
  const [one, other, third] = [new MessageStory(recorder), new MessageStory(recorder), new MessageStory(recorder)];
  const assignee = randomUUID();
  const facts = [
    one.submitted({ subject: 'It broke', priority: 'medium' }),
    other.submitted({ messageType: 'feature', priority: 'normal' }),
    one.triaged({ status: 'read', assigneeId: assignee }),
    other.escalated(),
    third.submitted({ anonymous: true }),
    one.replied('Thank you'),
    other.triaged({ status: 'resolved' }),
    other.reopened('it is back'),
    one.replied('And again'),
  ];
  const at = expect.any(Date) as Date;
  await given(...facts).thenRows(
    'message',
    {
      id: one.messageId,
      subject: 'It broke',
      status: 'replied',
      priority: 'medium',
      assignee_id: assignee,
      escalated: false,
      replies: 2,
      created_at: new Date('2026-11-20T10:00:00Z'),
      updated_at: at,
      version: 3,
    },
    { id: other.messageId, status: 'in_progress', priority: 'high', escalated: true, replies: 0, version: 3 },
    { id: third.messageId, status: 'unread', anonymous: true, assignee_id: null, version: 0 },
  );
  await given(...facts).thenRows(
    'fact',
    ...facts.map(({ type, data, revision }) => ({ message_id: data.messageId, version: revision, type })),
  );
});

test('the timeline says what changed, from what, by whom and why', async () => {
  const one = new MessageStory(new Recorder());
  const operator = randomUUID();
  const facts = [
    one.submitted(),
    one.by(operator, one.triaged({ status: 'resolved', reason: 'done' })),
    one.by(operator, one.reopened('not done')),
    one.by(operator, one.replied('Thank you')),
  ];
  const acted = { actor_kind: 'operator', actor_id: operator, actor_role: 'support' };
  await given(...facts).thenRows(
    'fact',
    { version: 0, actor_kind: 'system', actor_role: null, detail: { priority: 'normal' } },
    {
      ...acted,
      version: 1,
      detail: {
        status: 'resolved',
        priority: 'normal',
        assignee: null,
        before: { status: 'unread', priority: 'normal', assignee: null },
        reason: 'done',
      },
    },
    { ...acted, version: 2, detail: { reason: 'not done', before: { status: 'resolved' } } },
    { ...acted, version: 3, detail: { text: 'Thank you', before: { status: 'in_progress' } } },
  );
});

test('script, formulas, quotes and backslashes stay what they are', async () => {
  const one = new MessageStory(new Recorder());
  const hostile = `<svg onload=alert(1)>,"{\\}=1+1\n'; drop table message; --`;
  const said = { senderName: hostile, senderEmail: hostile, subject: hostile, content: hostile, sourcePage: hostile };
  const facts = [one.submitted(said), one.replied(hostile)];
  await given(...facts).thenRows('message', {
    sender_name: hostile,
    sender_email: hostile,
    subject: hostile,
    content: hostile,
    source_page: hostile,
  });
  await given(...facts).thenRows('fact', { version: 0 }, { detail: { text: hostile, before: { status: 'unread' } } });
});

test('of who was erased no word is left, of others each', async () => {
  const recorder = new Recorder();
  const ada = new PersonStory(recorder);
  const [theirs, other] = [new MessageStory(recorder), new MessageStory(recorder)];
  const facts = [
    theirs.submitted({ memberId: ada.memberId }),
    theirs.triaged({ status: 'resolved', reason: 'of Ada' }),
    theirs.replied('Dear Ada'),
    other.submitted(),
    other.replied('Dear Eve'),
    ada.erased(),
  ];
  await given(...facts).thenRows(
    'message',
    {
      id: theirs.messageId,
      sender_name: ERASED,
      sender_email: ERASED,
      subject: ERASED,
      content: ERASED,
      source_page: ERASED,
      search_text: '',
      status: 'replied',
    },
    { id: other.messageId, sender_name: 'Ada Byron', content: 'When I pressed it' },
  );
  await given(...facts).thenRows(
    'fact',
    { detail: { priority: 'normal' } },
    { detail: expect.objectContaining({ reason: ERASED, status: 'resolved' }) as object },
    { detail: { text: ERASED, before: { status: 'resolved' } } },
    {},
    { detail: { text: 'Dear Eve', before: { status: 'unread' } } },
  );
});
