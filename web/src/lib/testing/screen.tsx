import { FakeServer } from '@easel/contracts/kernel/testing/fake-server';
import { providersHttp } from '@easel/contracts/providers/http';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { cleanup, configure, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { createQueryClient } from '../queries.ts';
import { token } from '../token.ts';
import { ToastOutlet } from '../../ui/toast.tsx';

// Only who waits in vain waits so long.
configure({ asyncUtilTimeout: 8_000 });

/** What answers the screens of this file; everything that is asked must have an answer. */
export let server: FakeServer;

/** Each test of a file that calls this begins with a server that knows nothing, and with a visitor. */
export function withFakeServer(): void {
  beforeEach(() => {
    server = new FakeServer();
    // As of an instance without a provider of its own, which is asked by many screens.
    server.reply(providersHttp.known, { success: true, providers: [], routes: {} });
    vi.stubGlobal('fetch', server.fetch);
  });
  afterEach(() => {
    cleanup();
    localStorage.clear();
    vi.unstubAllGlobals();
    expect(server.unknown).toEqual([]);
  });
}

export const signIn = (): void => token.set('a token');

/** Where the screen has led, as `at /path`. */
const Whereabouts = () => {
  const { pathname, search } = useLocation();
  return <p>{`at ${pathname}${search}`}</p>;
};

/** Shows one screen as the app would at this address; other addresses are told as `at /path`. */
export function show(
  page: ReactElement,
  { at = '/here', pattern, client = createQueryClient() }: { at?: string; pattern?: string; client?: QueryClient } = {},
) {
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <Routes>
          <Route path={pattern ?? at.split('?')[0] ?? at} element={page} />
          <Route path="*" element={<Whereabouts />} />
        </Routes>
      </MemoryRouter>
      <ToastOutlet />
    </QueryClientProvider>,
  );
  return user;
}

export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });

/** The words that belong to a field's complaint. */
export function complaintOf(label: string | RegExp): string {
  const field = screen.getByLabelText(label);
  if (field.getAttribute('aria-invalid') !== 'true') return '';
  const ids = `${field.getAttribute('aria-errormessage') ?? ''} ${field.getAttribute('aria-describedby') ?? ''}`;
  return ids
    .split(' ')
    .flatMap((id) => document.getElementById(id)?.textContent ?? [])
    .join(' ');
}
