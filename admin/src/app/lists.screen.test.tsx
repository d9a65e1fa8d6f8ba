import { problems } from '@easel/contracts/kernel/problem';
import { messagesHttp, type MessageRecord } from '@easel/contracts/messages/http';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import MessageList from '../features/messages/message-list.tsx';
import OperatorList from '../features/operators/operator-list.tsx';
import { button, listOf, replyList, server, show, withFakeServer } from './testing/screen.tsx';

withFakeServer();

const message = (number: number, changes: Partial<MessageRecord> = {}): MessageRecord => ({
  id: `6d7c1b1e-1111-4c3f-9a55-00000000000${number}`,
  message_type: 'bug',
  sender_name: `Writer ${number}`,
  sender_email: `writer${number}@example.org`,
  anonymous: false,
  member_id: null,
  subject: `Subject ${number}`,
  message_content: 'It broke.',
  source_page: '/report-bug',
  status: 'unread',
  priority: 'normal',
  assignee: null,
  escalated: false,
  waiting: true,
  replies: 0,
  created_at: '2026-11-21T12:00:00.000Z',
  updated_at: '2026-11-21T12:00:00.000Z',
  version: 1,
  ...changes,
});

describe('the messages', () => {
  beforeEach(() => {
    replyList('operators', []);
    server.reply(messagesHttp.filters, { success: true, filters: [] });
  });
  const open = () => show(<MessageList />, { resource: 'messages' });

  test('of which there are none yet say so', async () => {
    replyList('messages', []);
    open();
    expect(await screen.findByText(/^Nobody has written yet/)).toBeTruthy();
  });

  test('that cannot be read can be asked for again', async () => {
    server.refuse(listOf('messages'), problems.tooMany);
    const user = open();
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getAllByText(problems.tooMany.message).length).toBeGreaterThan(0);
    replyList('messages', [message(1)]);
    await user.click(again);
    expect(await screen.findByText('Subject 1')).toBeTruthy();
  });

  test('tell who wrote what; those that are chosen are counted', async () => {
    replyList('messages', [message(1), message(2)]);
    const user = open();
    const region = await screen.findByRole('region', { name: 'Messages' });
    expect(await within(region).findByText('Subject 2')).toBeTruthy();
    expect(within(region).getByText(/Writer 1/)).toBeTruthy();
    const [first] = within(region).getAllByRole('checkbox');
    await user.click(first!);
    expect(await screen.findByText(/selected/)).toBeTruthy();
  });

  test('a change that somebody else has made first is told, and the message stays chosen', async () => {
    replyList('messages', [message(1)]);
    const text = 'Somebody else has changed this message meanwhile.';
    const { id } = message(1);
    const present = { id, version: 2, status: 'resolved' as const, priority: 'high' as const, assignee: null };
    server.reply(messagesHttp.triageMany, {
      success: true,
      results: [{ ok: false, id, code: 'messages.changed', message: text, present }],
    });
    server.refuse(messagesHttp.one, problems.notFound); // who it was cannot be told
    const user = open();
    const region = await screen.findByRole('region', { name: 'Messages' });
    await within(region).findByText('Subject 1');
    await user.click(within(region).getAllByRole('checkbox').at(-1)!);
    await user.click(await screen.findByRole('button', { name: /^Status/ }));
    await user.click((await screen.findAllByRole('menuitem'))[1]!);
    expect(await screen.findByText(/What is still selected can be changed again/)).toBeTruthy();
    expect(server.callsOf(messagesHttp.triageMany)[0]?.body).toMatchObject({ changes: [{ id, version: 1 }] });
  });
});

describe('the operators', () => {
  const olga = {
    id: 'o1',
    name: 'Olga',
    email: 'olga@example.org',
    role: 'admin',
    status: 'active',
    last_signed_in_at: null,
    version: 1,
  };

  test('are listed with their roles, and can be invited', async () => {
    replyList('operators', [olga]);
    const user = show(<OperatorList />, { resource: 'operators' });
    expect(await screen.findByText('olga@example.org')).toBeTruthy();
    await user.click(button('Invite'));
    expect(await screen.findByRole('dialog', { name: 'Invite an operator' })).toBeTruthy();
  });

  test('of whom none is like that say so', async () => {
    replyList('operators', []);
    show(<OperatorList />, { resource: 'operators' });
    expect(await screen.findByText(/^No operator is like that/)).toBeTruthy();
  });
});
