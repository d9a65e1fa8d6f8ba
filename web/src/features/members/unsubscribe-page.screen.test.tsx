import { marketingHttp } from '@easel/contracts/members/marketing.http';
import { marketingProblems } from '@easel/contracts/members/problems';
import { problems } from '@easel/contracts/kernel/problem';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { button, server, show, withFakeServer } from '../../lib/testing/screen.tsx';
import UnsubscribePage from './unsubscribe-page.tsx';

withFakeServer();
const at = (search: string) => show(<UnsubscribePage />, { at: `/unsubscribe${search}` });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

const gone = { success: true, status: 'success', message: 'gone' } as const;
const back = { success: true, status: 'resubscribed', message: 'back' } as const;

test('opening it changes nothing: it asks first, and says what one would miss', async () => {
  at('?token=abc');
  expect(await heading('Unsubscribe from Easel')).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain('Tips');
  expect(screen.getByRole('link', { name: 'No, Keep Me Subscribed' }).getAttribute('href')).toBe('/');
  expect(server.calls).toEqual([]);
});

test('one press unsubscribes, another takes it back, and a third again', async () => {
  server.reply(marketingHttp.unsubscribe, gone).reply(marketingHttp.resubscribe, back);
  const user = at('?token=abc');
  await user.click(button('Yes, Unsubscribe Me'));
  expect(await heading('You are unsubscribed')).toBe(document.activeElement);
  expect(screen.getByText('Successfully unsubscribed from marketing emails')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to Homepage' }).getAttribute('href')).toBe('/');
  await user.click(button('Resubscribe'));
  expect(await heading('You are subscribed again')).toBe(document.activeElement);
  expect(screen.getByText('Successfully resubscribed to marketing emails')).toBeTruthy();
  await user.click(button('Unsubscribe Again'));
  await heading('You are unsubscribed');
  expect(server.calls.map(({ path, body }) => [path, body])).toEqual([
    ['/api/auth/marketing/unsubscribe', { token: 'abc' }],
    ['/api/auth/marketing/resubscribe', { token: 'abc' }],
    ['/api/auth/marketing/unsubscribe', { token: 'abc' }],
  ]);
});

test('while it is sent, it cannot be sent again', async () => {
  server.hold(marketingHttp.unsubscribe);
  const user = at('?token=abc');
  await user.click(button('Yes, Unsubscribe Me'));
  await user.click(button('Yes, Unsubscribe Me'));
  expect(server.calls).toHaveLength(1);
});

test.each([
  [marketingProblems.linkInvalid, 'Invalid link'],
  [marketingProblems.accountUnknown, 'Account not found'],
])('a link that leads nowhere is told as such: $message', async (problem, title) => {
  server.refuse(marketingHttp.unsubscribe, problem);
  const user = at('?token=abc');
  await user.click(button('Yes, Unsubscribe Me'));
  await heading(title);
  expect(screen.getByText(problem.message)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('what may pass by itself can be tried again', async () => {
  server.refuse(marketingHttp.unsubscribe, problems.unexpected);
  const user = at('?token=abc');
  await user.click(button('Yes, Unsubscribe Me'));
  await screen.findByText('Failed to unsubscribe. Please try again or contact support.');
  server.breakOff(marketingHttp.unsubscribe);
  await user.click(button('Yes, Unsubscribe Me'));
  await screen.findByText('An error occurred while processing your request.');
  server.reply(marketingHttp.unsubscribe, gone);
  await user.click(button('Yes, Unsubscribe Me'));
  await heading('You are unsubscribed');
});

test.each([
  ['', 'Missing unsubscribe token'],
  ['?status=not_found', 'User account not found'],
  ['?status=whatever', 'Unknown error occurred'],
])('%j says what is wrong and offers the way home alone', async (search, text) => {
  at(search);
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to Homepage' })).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
