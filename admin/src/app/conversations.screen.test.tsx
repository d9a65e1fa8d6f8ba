import { chatConsoleHttp, type ConversationRecord, type WholeConversation } from '@easel/contracts/chat/console.http';
import { chatProblems } from '@easel/contracts/chat/policy';
import { problems } from '@easel/contracts/kernel/problem';
import { screen, waitFor, within } from '@testing-library/react';
import { useRouterProvider } from 'react-admin';
import { beforeEach, describe, expect, test } from 'vitest';
import ConversationList from '../features/conversations/conversation-list.tsx';
import ConversationShow from '../features/conversations/conversation-show.tsx';
import { shortId } from '../ui/shorten-id.ts';
import { mayDo } from './access.ts';
import { button, listOf, server, show, withFakeServer } from './testing/screen.tsx';

const memberId = '1d7c1b1e-1111-4c3f-9a55-000000000001';
const MEMBER = shortId(memberId);
const at = (minute: number): string => `2026-11-21T12:0${minute}:00.000Z`;

const conversation = (number: number, changes: Partial<ConversationRecord> = {}): ConversationRecord => ({
  id: `6d7c1b1e-1111-4c3f-9a55-00000000000${number}`,
  member_id: memberId,
  started_at: at(number),
  last_at: at(number + 1),
  ended_at: at(number + 2),
  ended_by_silence: false,
  messages: 4,
  unanswered: 0,
  cursor: String(100 - number),
  ...changes,
});

const message = (
  number: number,
  changes: Partial<WholeConversation['transcript'][number]>,
): WholeConversation['transcript'][number] => ({
  id: `7d7c1b1e-1111-4c3f-9a55-00000000000${number}`,
  speaker: 'user',
  content: '',
  suggestions: [],
  topic: null,
  answers: null,
  unanswered: false,
  response_ms: null,
  at: at(number),
  ...changes,
});

const whole = (changes: Partial<WholeConversation> = {}): WholeConversation => ({
  ...conversation(1, { unanswered: 1 }),
  category: 'support',
  tags: ['web', 'studio'],
  user_agent: 'Mozilla/5.0 (Heron)',
  transcript: [
    message(1, { content: 'What does 2K cost?' }),
    message(2, {
      speaker: 'nova',
      content: '10 credits.\nOr $1.50.',
      topic: 'pricing',
      suggestions: ['And 4K?', 'Open pricing'],
      answers: message(1, {}).id,
    }),
    message(3, { content: '<img src=x onerror=alert(1)>' }),
    message(4, { speaker: 'nova', content: 'I do not know.', unanswered: true, answers: message(3, {}).id }),
  ],
  ...changes,
});

const lastFilter = (): unknown =>
  JSON.parse(server.callsOf(listOf('conversations')).at(-1)?.query['filter'] ?? 'null') as unknown;

beforeEach(() => {
  window.location.hash = '';
});

test.each([
  ['admin', true],
  ['support', true],
  ['auditor', false],
  ['analyst', false],
])('shows conversations to the role %s: %s', (role, isShown) => {
  expect(mayDo(role, 'conversations', 'list')).toBe(isShown);
  expect(mayDo(role, 'conversations', 'show')).toBe(isShown);
});

describe('the list of conversations', () => {
  withFakeServer('support');
  const open = () => show(<ConversationList />, { resource: 'conversations' });

  test('shows members, numbers of messages and unanswered questions', async () => {
    server.reply(listOf('conversations'), [
      conversation(1, { unanswered: 2, ended_at: null }),
      conversation(2, { messages: 1_234 }),
    ]);
    open();
    const [, ...rows] = await within(await screen.findByRole('region', { name: 'Conversations' })).findAllByRole('row');
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ['2026-11-21 12:01:00', MEMBER, '4', '2', '2026-11-21 12:02:00', '–'],
      ['2026-11-21 12:02:00', MEMBER, '1,234', '–', '2026-11-21 12:03:00', '2026-11-21 12:04:00'],
    ]);
    const link = screen.getByRole('link', { name: '2026-11-21 12:01:00' });
    expect(link.getAttribute('href')).toBe(`/conversations/${conversation(1).id}/show`);
  });

  test('filters by unanswered questions, and pages by cursor', async () => {
    server.reply(listOf('conversations'), [conversation(1), conversation(2)], { 'x-more': 'true' });
    const user = open();
    await screen.findByRole('link', { name: '2026-11-21 12:01:00' });
    await user.click(button('Older'));
    await waitFor(() => expect(lastFilter()).toEqual({ before: '98' }));
    await user.click(screen.getByRole('combobox', { name: 'Questions' }));
    await user.click(await screen.findByRole('option', { name: 'With unanswered questions' }));
    await waitFor(() => expect(lastFilter()).toEqual({ unanswered: true }));
    server.reply(listOf('conversations'), []);
    await user.click(await screen.findByRole('combobox', { name: 'Questions' }));
    await user.click(await screen.findByRole('option', { name: 'All answered' }));
    await waitFor(() => expect(lastFilter()).toEqual({ unanswered: false }));
    expect(await screen.findByText(/^No conversation matches/)).toBeTruthy();
  });

  test('says that there are no conversations yet', async () => {
    server.reply(listOf('conversations'), []);
    open();
    expect(await screen.findByText(/^No member has talked to the assistant yet/)).toBeTruthy();
  });

  test('can be loaded again after a failure', async () => {
    server.refuse(listOf('conversations'), problems.tooMany);
    const user = open();
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.reply(listOf('conversations'), [conversation(1)]);
    await user.click(again);
    expect(await screen.findByRole('link', { name: '2026-11-21 12:01:00' })).toBeTruthy();
  });
});

/** Renders the console with react-admin's own router, which uses the hash. */
function Page() {
  const { Route, Routes } = useRouterProvider();
  return (
    <Routes>
      <Route path="/conversations" element={<ConversationList />} />
      <Route path="/conversations/:id/show" element={<ConversationShow />} />
    </Routes>
  );
}
const openPage = (hash = `#/conversations/${whole().id}/show`) => {
  window.location.hash = hash;
  return show(<Page />, { resource: 'conversations' });
};

describe('the page of a conversation', () => {
  withFakeServer('admin');
  const related = async () => {
    const links = within(await screen.findByRole('navigation', { name: 'Related' })).getAllByRole('link');
    return Object.fromEntries(
      links.map((link) => [link.textContent, decodeURIComponent(link.getAttribute('href') ?? '')]),
    );
  };

  test('shows messages in order, as text, with topics, suggestions and unanswered questions', async () => {
    server.reply(chatConsoleHttp.one, whole());
    openPage();
    const transcript = within(await screen.findByRole('list', { name: 'Messages' }));
    expect(transcript.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Member · 2026-11-21 12:01:00What does 2K cost?',
      'Nova · 2026-11-21 12:02:0010 credits.\nOr $1.50.Topic: pricingOffered: And 4K? · Open pricing',
      'Member · 2026-11-21 12:03:00<img src=x onerror=alert(1)>',
      'Nova · 2026-11-21 12:04:00I do not know.No answer',
    ]);
    const about = (await screen.findByRole('region', { name: 'Conversation' })).textContent;
    expect(about).toMatch(/1 unanswered.*Messages4.*Categorysupport.*Tagsweb, studio.*BrowserMozilla\/5\.0 \(Heron\)/);
    expect(await related()).toEqual({
      'Its events': `/events?filter={"stream":"conversation-${whole().id}"}`,
      'Member’s orders': `/orders?filter={"member":"${memberId}"}`,
      'Member’s conversations': `/conversations?filter={"member":"${memberId}"}`,
      'All conversations': '/conversations',
    });
  });

  test('shows a conversation without optional fields', async () => {
    server.reply(
      chatConsoleHttp.one,
      whole({ transcript: [], ended_at: null, tags: [], category: '', user_agent: '', unanswered: 0 }),
    );
    openPage();
    expect(await screen.findByText('There are no messages.')).toBeTruthy();
    const about = (await screen.findByRole('region', { name: 'Conversation' })).textContent;
    expect(about).toMatch(/It goes on.*Category–Tags–Browser–/);
  });

  test('says that silence ended it', async () => {
    server.reply(chatConsoleHttp.one, whole({ ended_by_silence: true }));
    openPage();
    await screen.findByText('Transcript');
    const about = (await screen.findByRole('region', { name: 'Conversation' })).textContent;
    expect(about).toMatch(/Ended \(UTC\).* after 30 minutes of silence/);
  });

  test('links to other conversations of its member, and from there to all', async () => {
    server.reply(chatConsoleHttp.one, whole());
    server.reply(listOf('conversations'), [conversation(1)]);
    const user = openPage(`#/conversations?filter=${encodeURIComponent(JSON.stringify({ member: memberId }))}`);
    expect((await screen.findByRole('note')).textContent).toContain(
      `Only conversations of the member ${MEMBER} are shown.`,
    );
    expect(lastFilter()).toEqual({ member: memberId });
    await user.click(button('Show all conversations'));
    await waitFor(() => expect(lastFilter()).toEqual({}));
  });

  test('says that an unknown conversation is not found', async () => {
    server.refuse(chatConsoleHttp.one, chatProblems.notFound);
    openPage();
    expect(await screen.findByText(/The address names none that there is/)).toBeTruthy();
  });
});

describe('the page of a conversation for support', () => {
  withFakeServer('support');

  test('has no link to events, which support may not open', async () => {
    server.reply(chatConsoleHttp.one, whole());
    openPage();
    await screen.findByRole('link', { name: 'Member’s orders' });
    expect(screen.queryByRole('link', { name: 'Its events' })).toBeNull();
  });
});
