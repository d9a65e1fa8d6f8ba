import { eventsHttp, eventsProblems, type StreamStep } from '@easel/contracts/events/http';
import { filtersHttp } from '@easel/contracts/filters/http';
import { SEARCHED_TO_HEADER } from '@easel/contracts/kernel/console';
import { screen, waitFor, within } from '@testing-library/react';
import { Navigate, Route, Routes } from 'react-router';
import { describe, expect, test } from 'vitest';
import EventList from '../features/events/event-list.tsx';
import StreamReplay from '../features/events/stream-replay.tsx';
import { Place } from './testing/place.tsx';
import { listOf, server, show, withFakeServer } from './testing/screen.tsx';

withFakeServer('analyst');

describe('a stream replayed', () => {
  const stream = 'account-m1';
  const step = (revision: number, changes: Partial<StreamStep> = {}): StreamStep => ({
    success: true,
    stream,
    revision,
    last: 1,
    id: String(40 + revision),
    type: 'WalletToppedUp',
    at: '2026-11-21T12:00:00.000Z',
    data: { cents: 700 },
    sealed: [],
    state: { after: { cents: 700 * (revision + 1), tier: 'free' } },
    changes: [{ path: ['cents'], before: 700 * revision, after: 700 * (revision + 1) }],
    more: 0,
    ...changes,
  });
  const open = (revision: number) =>
    show(
      <Routes>
        <Route
          path="/events/streams/:stream/:revision"
          element={
            <>
              <StreamReplay />
              <Place />
            </>
          }
        />
        <Route path="*" element={<Navigate to={`/events/streams/${stream}/${revision}`} />} />
      </Routes>,
      { resource: 'events' },
    );

  test('marks what a fact changed, says what it was, and goes on by a key to the next', async () => {
    server.reply(eventsHttp.step, ({ path }) => step(Number(path.split('/').at(-1))));
    const user = open(0);
    const state = await screen.findByRole('region', { name: /^State/ });
    expect(within(state).getByText('"cents": 700').tagName).toBe('INS');
    expect(within(state).getByText('"tier": "free"').tagName).toBe('SPAN');
    await user.keyboard(']]');
    expect((await screen.findByTestId('place')).textContent).toBe(`/events/streams/${stream}/1`);
    await screen.findByText('Step 2 of 2');
    const [, row] = within(await screen.findByRole('region', { name: 'What the fact changed' })).getAllByRole('row');
    await within(row!).findByText('1400');
    expect(row?.textContent).toBe('cents7001400');
  });

  test('says that nobody decides by it', async () => {
    server.refuse(eventsHttp.step, eventsProblems.notFolded);
    open(0);
    expect(await screen.findByText(eventsProblems.notFolded.message)).toBeTruthy();
  });
});

describe('a search', () => {
  test('that ended before it found anything says where, and goes on from there', async () => {
    server.reply(eventsHttp.facets, {
      success: true,
      total: 0,
      category: { values: [], more: 0 },
      type: { values: [], more: 0 },
      kind: { values: [], more: 0 },
      day: { values: [], more: 0 },
      times: { unit: 'day', counts: [] },
      words: [{ word: 'engui', within: ['penguin'], more: 0 }],
      counted_since: null,
      first_at: null,
      last_at: null,
    });
    server.reply(filtersHttp.own, { success: true, filters: [] });
    server.reply(listOf('events'), [], {
      'content-range': 'events */*',
      'x-more': 'true',
      [SEARCHED_TO_HEADER]: '700',
    });
    const user = show(<EventList />, { resource: 'events' });
    await user.type(await screen.findByPlaceholderText('Words'), 'engui');
    await screen.findByText(/“engui” also within penguin/);
    await screen.findByText(/down to position 700/);
    await user.click(screen.getByRole('button', { name: 'Look further' }));
    await waitFor(() => {
      const asked = server.callsOf(listOf('events')).at(-1)?.query['filter'];
      expect(JSON.parse(asked ?? '{}')).toEqual({ q: 'engui', before: '700' });
    });
  });
});
