import { operatorProblems, operatorsHttp } from '@easel/contracts/operators/http';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
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
