import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dataProvider } from './data-provider.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  const nothing = { getItem: () => null, setItem: () => undefined };
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('localStorage', nothing);
  vi.stubGlobal('sessionStorage', nothing);
});
afterEach(() => {
  fetched.mockReset();
  vi.unstubAllGlobals();
});

const rows = [{ id: '9' }, { id: '8' }];
const answer = (headers: Record<string, string>) =>
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(rows), { headers }));
const asked = () => new URL(fetched.mock.calls[0]?.[0] as string, 'http://here');
const list = (resource: string, filter: object) =>
  dataProvider.getList(resource, {
    filter,
    pagination: { page: 2, perPage: 25 },
    sort: { field: 'created_at', order: 'DESC' },
  });

test('a numbered list is asked for in the dialect, with its total in the header', async () => {
  answer({ 'content-range': 'messages 25-26/319' });
  await expect(list('messages', { status: 'unread' })).resolves.toEqual({ data: rows, total: 319 });
  expect(asked().pathname).toBe('/api/admin/messages');
  expect(Object.fromEntries(asked().searchParams)).toEqual({
    sort: '["created_at","DESC"]',
    range: '[25,49]',
    filter: '{"status":"unread"}',
  });
});

test.each([
  ['the newest', {}, 'true', { hasNextPage: true, hasPreviousPage: false }],
  ['older ones', { before: '10' }, 'true', { hasNextPage: true, hasPreviousPage: true }],
  ['the oldest', { before: '10' }, 'false', { hasNextPage: false, hasPreviousPage: true }],
  ['newer ones', { after: '7' }, 'true', { hasNextPage: true, hasPreviousPage: true }],
  ['up to the newest', { after: '7' }, 'false', { hasNextPage: true, hasPreviousPage: false }],
])('a list without end is walked: %s', async (_, filter, more, pageInfo) => {
  answer({ 'content-range': 'events 0-1/*', 'x-more': more });
  await expect(list('events', filter)).resolves.toEqual({ data: rows, pageInfo, meta: { searchedTo: null } });
  expect(asked().searchParams.get('range')).toBe('[0,24]');
  expect(asked().searchParams.get('filter')).toBe(JSON.stringify(filter));
});
