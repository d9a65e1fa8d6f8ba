import { problems } from '@easel/contracts/kernel/problem';
import { operatorProblems, operatorsHttp } from '@easel/contracts/operators/http';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import UnlockPage from '../features/operators/unlock-page.tsx';
import { token } from '../lib/token.ts';
import { LoginPage } from './login-page.tsx';
import { button, field, server, show, withFakeServer } from './testing/screen.tsx';

withFakeServer('nobody');

async function signIn() {
  const user = show(<LoginPage />);
  await user.type(field(/Email/), 'olga@example.org');
  await user.type(screen.getByLabelText(/Password/), 'guess');
  await user.click(button('Sign in'));
}

test('an empty form says what is missing, goes to the first field, and asks nobody', async () => {
  const user = show(<LoginPage />);
  await user.click(button('Sign in'));
  expect(screen.getByText('Please enter your email address')).toBeTruthy();
  expect(screen.getByText('Please enter your password')).toBeTruthy();
  expect(document.activeElement).toBe(field(/Email/));
  expect(server.callsOf(operatorsHttp.login)).toEqual([]);
});

test('a wrong password is told, and can be mended', async () => {
  server.refuse(operatorsHttp.login, operatorProblems.wrongCredentials);
  await signIn();
  expect((await screen.findByRole('alert')).textContent).toContain('Invalid email or password');
  expect(field(/Email/)).toHaveProperty('value', 'olga@example.org');
  expect(button('Sign in')).toHaveProperty('disabled', false);
  expect(token.get()).toBeNull();
});

test('who is locked out is offered a link by mail, and nobody else is', async () => {
  const message = 'If an operator has this address, a link is on its way.';
  server
    .refuse(operatorsHttp.login, operatorProblems.wrongCredentials)
    .reply(operatorsHttp.sendUnlock, { success: true, message });
  await signIn();
  await screen.findByRole('alert');
  expect(screen.queryByRole('button', { name: 'Send me a link' })).toBeNull();
  server.refuse(operatorsHttp.login, problems.tooMany);
  const user = userEvent.setup();
  await user.click(button('Sign in'));
  await user.click(await screen.findByRole('button', { name: 'Send me a link' }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(server.callsOf(operatorsHttp.sendUnlock)[0]?.body).toEqual({ email: 'olga@example.org' });
});

describe('the link by mail', () => {
  test('lets the browser try by a press, and leads to the sign-in', async () => {
    server.reply(operatorsHttp.unlock, { success: true });
    const user = show(<UnlockPage token="the token" />);
    expect(server.callsOf(operatorsHttp.unlock)).toEqual([]);
    await user.click(button('Let this browser try'));
    expect(await screen.findByText('This browser can try your password now.')).toBeTruthy();
    expect(server.callsOf(operatorsHttp.unlock)[0]?.body).toEqual({ token: 'the token' });
    expect(screen.getByRole('link', { name: 'To the sign-in' }).getAttribute('href')).toBe('/login');
  });

  test('that was used or has expired says so', async () => {
    server.refuse(operatorsHttp.unlock, operatorProblems.unlockDead);
    const user = show(<UnlockPage token="the token" />);
    await user.click(button('Let this browser try'));
    expect((await screen.findByRole('alert')).textContent).toContain(operatorProblems.unlockDead.message);
  });

  test('without its token says so, too', () => {
    show(<UnlockPage token="" />);
    expect(screen.getByRole('alert').textContent).toContain(operatorProblems.unlockDead.message);
  });
});

test('without a connection it says so', async () => {
  server.breakOff(operatorsHttp.login);
  await signIn();
  expect(await screen.findByText('Network error. Please check your connection and try again.')).toBeTruthy();
});

test('who is known gets in', async () => {
  const admin = { id: 'o1', name: 'Olga', email: 'olga@example.org', role: 'admin' as const };
  server.reply(operatorsHttp.login, { success: true, token: 'the token', admin });
  await signIn();
  expect(await screen.findAllByText('Admin login successful!')).not.toHaveLength(0);
  expect(token.get()).toBe('the token');
});
