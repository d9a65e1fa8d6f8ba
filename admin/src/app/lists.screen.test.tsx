import { problems } from '@easel/contracts/kernel/problem';
import { messagesHttp, type MessageRecord } from '@easel/contracts/messages/http';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import MessageList from '../features/messages/message-list.tsx';
import OperatorList from '../features/operators/operator-list.tsx';
import type { ProjectionRecord } from '@easel/contracts/operations/http';
import { operationsHttp } from '@easel/contracts/operations/http';
import ProjectionList from '../features/projections/projection-list.tsx';
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

  test('are the open ones until the filters are cleared, and say so when there are none', async () => {
    replyList('messages', []);
    const user = open();
    expect(await screen.findByText(/^No message is open/)).toBeTruthy();
    await user.click(button('Clear'));
    expect(await screen.findByText(/^Nobody has written yet/)).toBeTruthy();
    const filters = server.callsOf(listOf('messages')).map(({ query }) => query['filter']);
    expect([filters[0], filters.at(-1)]).toEqual(['{"waiting":true}', '{}']);
  });

  test('are not searched by half a word while an input method composes it', async () => {
    replyList('messages', []);
    open();
    const field = await screen.findByRole('searchbox', { name: 'Search' });
    fireEvent.compositionStart(field);
    fireEvent.change(field, { target: { value: 'きつ' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    fireEvent.change(field, { target: { value: '狐' } });
    fireEvent.compositionEnd(field);
    fireEvent.keyDown(field, { key: 'Enter' });
    const searched = () => server.callsOf(listOf('messages')).map(({ query }) => String(query['filter']));
    await waitFor(() => expect(searched().at(-1)).toContain('狐'));
    expect(searched().join()).not.toContain('きつ');
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

  test('take back one change after another, on the versions that the later ones left', async () => {
    const { id } = message(1);
    let version = 1;
    replyList('messages', [message(1)]);
    server.reply(messagesHttp.triageMany, ({ body }) => {
      const { changes } = body as { changes: Pick<MessageRecord, 'status' | 'priority'>[] };
      const { status = 'unread', priority = 'normal' } = changes[0] ?? {};
      return {
        success: true as const,
        results: [{ ok: true as const, id, version: ++version, status, priority, assignee: null }],
      };
    });
    const user = open();
    expect(await screen.findByText('Subject 1')).toBeTruthy();
    await user.keyboard('j3');
    expect(await screen.findByText('1 message: high priority')).toBeTruthy();
    await user.keyboard('r');
    expect(await screen.findByText('1 message: read')).toBeTruthy();
    await user.keyboard('z');
    expect(await screen.findByText('Taken back: 1 message')).toBeTruthy();
    await user.keyboard('z');
    await vi.waitFor(() => expect(server.callsOf(messagesHttp.triageMany)).toHaveLength(4));
    expect(server.callsOf(messagesHttp.triageMany).map(({ body }) => body)).toMatchObject([
      { changes: [{ version: 1, priority: 'high' }] },
      { changes: [{ version: 1, status: 'read' }] },
      { changes: [{ version: 3, status: 'unread' }] },
      { changes: [{ version: 4, priority: 'normal' }] },
    ]);
  });

  test('hear arrow keys after a change from the menu', async () => {
    const { id } = message(1);
    replyList('messages', [message(1), message(2)]);
    server.reply(messagesHttp.triageMany, {
      success: true,
      results: [{ ok: true, id, version: 2, status: 'read', priority: 'normal', assignee: null }],
    });
    const user = open();
    const region = await screen.findByRole('region', { name: 'Messages' });
    await user.click((await within(region).findAllByRole('checkbox')).at(0)!);
    await user.click(button('Status'));
    await user.click(await screen.findByRole('menuitem', { name: /^Read/ }));
    expect(await screen.findByText('1 message: read')).toBeTruthy();
    await vi.waitFor(() => expect(region.contains(document.activeElement)).toBe(true));
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

describe('the projections', () => {
  const projection = (id: string, changes: Partial<ProjectionRecord> = {}): ProjectionRecord => ({
    id,
    schema: `read_${id}_v1`,
    version: 1,
    phase: 'live',
    reason: null,
    stands_still: false,
    paused: false,
    position: '10',
    lag_events: 0,
    lag_more: false,
    lag_seconds: 0,
    events_per_second: 0,
    events_applied: 10,
    events_ignored: 0,
    parked: 0,
    whole: true,
    updated_at: '2026-11-28T12:00:00.000Z',
    rebuild: null,
    ...changes,
  });

  test('show how far each was behind, and raise the alarm over one that stands still', async () => {
    replyList('projections', [projection('gallery', { stands_still: true, lag_events: 4 }), projection('ledger')]);
    const lag = (at: string, seconds: number) => ({ at, events: 1, more: false, seconds });
    server.reply(operationsHttp.lags, {
      success: true,
      from: '2026-11-28T11:00:00.000Z',
      to: '2026-11-28T12:00:00.000Z',
      stretch_seconds: 60,
      projections: [{ id: 'gallery', lags: [lag('2026-11-28T11:00:00Z', 2), lag('2026-11-28T11:01:00Z', 65)] }],
    });
    show(<ProjectionList />, { resource: 'projections' });
    expect((await screen.findByRole('alert')).textContent).toMatch(/^gallery stands still\. It runs/);
    expect(screen.getAllByText('Stands still')).toHaveLength(1);
    expect(await screen.findByLabelText('At most 1 min 5 s behind in the last hour')).toBeTruthy();
  });
});
