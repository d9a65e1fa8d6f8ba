import { ERASED } from '@easel/contracts/kernel/event';
import { expect, test } from 'vitest';
import { ConversationStory } from '../testing/conversations.ts';
import { givenFor } from '../testing/given.ts';
import { PersonStory } from '../testing/people.ts';
import { Recorder } from '../testing/recorded.ts';
import { conversations } from './conversations.projector.ts';

const given = givenFor(conversations);
const at = (minute: number): Date => new Date(`2026-11-20T10:0${minute}:00.000Z`);

test('follows conversations from start to end, and counts unanswered questions', async () => {
  const recorder = new Recorder();
  const [one, open] = [new ConversationStory(recorder), new ConversationStory(recorder)];
  const facts = [
    one.started(),
    one.answered('Good morning!', { topic: 'greeting' }),
    one.asked('What does 2K cost?'),
    open.started({ tags: '' }),
    one.answered('10 credits.', { suggestions: 'And 4K?\nOpen pricing' }),
    one.asked('Do you sell herons?'),
    one.answered('I do not know.', { topic: null }),
    one.answered('You can write to us.', { topic: null }),
    one.ended(),
  ];
  await given(...facts).thenRows(
    'conversation',
    {
      id: one.conversationId,
      member_id: one.memberId,
      user_agent: 'Mozilla/5.0',
      category: 'support',
      tags: 'web\nstudio',
      started_at: at(0),
      last_at: at(6),
      ended_at: at(7),
      messages: 6,
      unanswered: 1,
    },
    {
      id: open.conversationId,
      tags: '',
      started_at: at(0),
      last_at: at(0),
      ended_at: null,
      messages: 0,
      unanswered: 0,
    },
  );
  await given(...facts).thenRows(
    'said',
    { revision: 1, speaker: 'nova', content: 'Good morning!', topic: 'greeting', answers_id: null, response_ms: 12 },
    { revision: 2, speaker: 'user', content: 'What does 2K cost?', topic: null, response_ms: null, at: at(2) },
    { revision: 3, topic: 'pricing', answers_id: expect.any(String) as string, suggestions: 'And 4K?\nOpen pricing' },
    { revision: 4, speaker: 'user' },
    { revision: 5, topic: null, answers_id: expect.any(String) as string },
    { revision: 6, topic: null, answers_id: null },
  );
});

test('stores markup, quotes and backslashes unchanged', async () => {
  const one = new ConversationStory(new Recorder());
  const hostile = `<svg onload=alert(1)>,"{\\}=1+1\t'; drop table said; --`;
  await given(one.started({ userAgent: hostile, category: hostile }), one.asked(hostile)).thenRows('said', {
    content: hostile,
  });
});

test('erases only the conversations of an erased member', async () => {
  const recorder = new Recorder();
  const [theirs, other] = [new ConversationStory(recorder), new ConversationStory(recorder)];
  const facts = [
    theirs.started(),
    theirs.asked('Where is my order?'),
    theirs.answered('On its way.', { suggestions: 'Open orders' }),
    other.started(),
    other.asked('What does 4K cost?'),
    new PersonStory(recorder, theirs.memberId).erased(),
  ];
  await given(...facts).thenRows(
    'conversation',
    { id: theirs.conversationId, user_agent: ERASED, category: ERASED, tags: ERASED, messages: 2, unanswered: 0 },
    { id: other.conversationId, user_agent: 'Mozilla/5.0', tags: 'web\nstudio' },
  );
  await given(...facts).thenRows(
    'said',
    { conversation_id: theirs.conversationId, content: ERASED, suggestions: ERASED, topic: null },
    { conversation_id: theirs.conversationId, content: ERASED, suggestions: ERASED, topic: 'pricing' },
    { conversation_id: other.conversationId, content: 'What does 4K cost?', suggestions: '' },
  );
});
