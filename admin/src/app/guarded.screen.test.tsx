import { operatorsHttp } from '@easel/contracts/operators/http';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useQuery } from '@tanstack/react-query';
import { problems } from '@easel/contracts/kernel/problem';
import { expect, test } from 'vitest';
import { call } from '../lib/api.ts';
import { Guarded } from './guarded.tsx';
import { SessionWatch } from './session-watch.tsx';
import { server, show, withFakeServer } from './testing/screen.tsx';

withFakeServer('admin');

const support = { id: 'o1', name: 'Olga', email: 'olga@example.org', role: 'support' as const };

function Page() {
  const { refetch } = useQuery({ queryKey: ['operators'], queryFn: () => call(operatorsHttp.list, {}), retry: false });
  return <button onClick={() => void refetch()}>Look again</button>;
}

test('a page of another role says whose it is not, and a changed role is seen by the first call that is refused', async () => {
  server.reply(operatorsHttp.list, []);
  show(
    <>
      <SessionWatch />
      <Guarded name="operators" action="list">
        <Page />
      </Guarded>
    </>,
  );
  const again = await screen.findByRole('button', { name: 'Look again' });
  server.reply(operatorsHttp.me, { success: true, admin: support });
  server.refuse(operatorsHttp.list, problems.forbidden);
  await userEvent.setup().click(again);
  expect(await screen.findByRole('heading', { level: 2, name: 'Not for your role' })).toBeTruthy();
  expect(await screen.findByText(/You are signed in as Olga, whose role is support/)).toBeTruthy();
  expect(screen.getByText('Your role was changed: you are support now')).toBeTruthy();
  await waitFor(() => expect(document.title).toBe('Not for your role · Easel console'));
});
