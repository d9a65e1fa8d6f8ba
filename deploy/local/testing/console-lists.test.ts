import { randomUUID } from 'node:crypto';
import { joinOperator } from '@easel/api/testing/operators';
import { listQuery, operatorRoles } from '@easel/contracts/kernel/console';
import { routes } from '@easel/contracts/routes';
import type { TestServer } from '@easel/kernel/testing/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWholeServer } from './whole-server.ts';

const lists = routes.filter((route) => 'query' in route && route.query === listQuery);

let server: TestServer;
let address: string;
let authorization: string;

beforeAll(async () => {
  server = await startWholeServer();
  address = await server.app.getUrl();
  for (const role of operatorRoles) {
    const { token } = await joinOperator(server, role);
    if (role === 'admin') authorization = `Bearer ${token}`;
  }
});
afterAll(() => server.close());

test('there are lists', () => {
  expect(lists.map(({ path }) => path)).toContain('/api/admin/operators');
});

/** What lists need to be asked for: those of one challenge, of none that is there. */
const FILTERS: Readonly<Record<string, object>> = { '/api/admin/entries': { competition: randomUUID() } };

/** As ra-data-simple-rest asks for a list of which its page says nothing. */
test.each(lists.map(({ path }) => path))('%s answers who asks for it by id', async (path) => {
  const query = new URLSearchParams({
    sort: '["id","ASC"]',
    range: '[0,9]',
    filter: JSON.stringify(FILTERS[path] ?? {}),
  });
  const response = await fetch(`${address}${path}?${query}`, { headers: { authorization } });
  expect({ status: response.status, body: response.ok ? undefined : await response.text() }).toEqual({ status: 200 });
  const ids = ((await response.json()) as { id: string }[]).map(({ id }) => id);
  // One without end is walked from the newest.
  if (response.headers.get('content-range')?.endsWith('/*')) return;
  expect(ids).toEqual(ids.toSorted());
});
