import type { OperatorRole } from '@easel/contracts/kernel/http';
import { FakeServer } from '@easel/contracts/kernel/testing/fake-server';
import { operatorsHttp } from '@easel/contracts/operators/http';
import { cleanup, configure, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { AdminContext, defaultI18nProvider, memoryStore, Notification, ResourceContextProvider } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { authProvider, enter } from '../auth-provider.ts';
import { dataProvider } from '../data-provider.ts';
import { queryClient } from '../query-client.ts';

// Only who waits in vain waits so long.
configure({ asyncUtilTimeout: 8_000 });

/** What answers the screens of this file; everything that is asked must have an answer. */
export let server: FakeServer;

/** No route of the contracts, for it is a stream. */
const live = { method: 'GET', path: '/api/admin/live', side: 'query', access: 'anyone' } as const;
/** React-admin calls these by itself, as ra-data-simple-rest puts them. */
export const listOf = (resource: string) => ({ ...live, path: `/api/admin/${resource}` }) as const;

/** Each test of a file that calls this begins with a server that knows nothing, and with an operator of this role. */
export function withFakeServer(role: OperatorRole | 'nobody' = 'admin'): void {
  beforeEach(() => {
    server = new FakeServer().hold(live);
    vi.stubGlobal('fetch', server.fetch);
    if (role === 'nobody') return;
    const admin = { id: 'o1', name: 'Olga', email: 'olga@example.org', role };
    server.reply(operatorsHttp.me, { success: true, admin });
    enter({ success: true, token: 'a token', admin });
  });
  afterEach(() => {
    cleanup();
    queryClient.clear();
    localStorage.clear();
    vi.unstubAllGlobals();
    expect(server.unknown).toEqual([]);
  });
}

/** Shows one screen of the console as it is inside of it. */
export function show(page: ReactElement, { resource = 'settings' } = {}) {
  const user = userEvent.setup();
  render(
    <MemoryRouter>
      <AdminContext
        {...{ authProvider, dataProvider, queryClient }}
        i18nProvider={defaultI18nProvider}
        store={memoryStore()}
      >
        <ResourceContextProvider value={resource}>{page}</ResourceContextProvider>
        <Notification />
      </AdminContext>
    </MemoryRouter>,
  );
  return user;
}

export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
export const field = (name: string | RegExp): HTMLElement => screen.getByRole('textbox', { name });

/** Answers a list of react-admin's with these rows, which are all there are. */
export const replyList = (resource: string, rows: readonly object[]): FakeServer =>
  server.reply(listOf(resource), rows, { 'content-range': `${resource} 0-${rows.length}/${rows.length}` });
