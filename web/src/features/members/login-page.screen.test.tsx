import { membersHttp } from '@easel/contracts/members/http';
import { memberProblems } from '@easel/contracts/members/problems';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { button, complaintOf, server, show, withFakeServer } from '../../lib/testing/screen.tsx';
import { token } from '../../lib/token.ts';
import { sampleUser } from './testing/sample-user.ts';
import LoginPage from './login-page.tsx';

withFakeServer();

async function filledIn() {
  const user = show(<LoginPage />, { at: '/login' });
  await user.type(screen.getByLabelText('Email'), 'mira@example.org');
  await user.type(screen.getByLabelText('Password'), 'wrong horse');
  await user.click(button('Sign in'));
  return user;
}

test('an empty form says what is missing at each field, goes to the first, and asks nobody', async () => {
  const user = show(<LoginPage />, { at: '/login' });
  await user.click(button('Sign in'));
  expect(complaintOf('Email')).toContain('Please enter your email address');
  expect(complaintOf('Password')).toContain('Please enter your password');
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  expect(server.calls).toEqual([]);
});

test('a complaint goes away while its field is mended', async () => {
  const user = show(<LoginPage />, { at: '/login' });
  await user.click(button('Sign in'));
  await user.type(screen.getByLabelText('Email'), 'm');
  expect(complaintOf('Email')).toBe('');
  expect(complaintOf('Password')).toContain('Please enter your password');
});

test('a wrong password is told in the server’s words, and what was typed stays', async () => {
  server.refuse(membersHttp.login, memberProblems.wrongCredentials);
  await filledIn();
  expect(await screen.findAllByText('Invalid email or password')).not.toHaveLength(0);
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'mira@example.org');
  expect(token.get()).toBeNull();
});

test('without a connection it says so', async () => {
  server.breakOff(membersHttp.login);
  await filledIn();
  expect(await screen.findAllByText('Network error. Please check your connection and try again.')).not.toHaveLength(0);
});

test('while it is sent, it cannot be sent again', async () => {
  server.hold(membersHttp.login);
  const user = await filledIn();
  await user.click(screen.getByRole('button', { name: /Sign in/ }));
  expect(server.calls).toHaveLength(1);
});

test('who is known is signed in and welcomed', async () => {
  server.reply(membersHttp.login, { success: true, token: 'the token', user: sampleUser });
  await filledIn();
  expect(await screen.findByText('Login successful!')).toBeTruthy();
  expect(token.get()).toBe('the token');
  expect(server.calls[0]?.body).toEqual({ email: 'mira@example.org', password: 'wrong horse' });
});

test('a forgotten password is asked for in a dialog', async () => {
  server.reply(membersHttp.forgotPassword, { success: true, message: 'sent' });
  const user = show(<LoginPage />, { at: '/login' });
  await user.click(button('Forgot your password?'));
  const dialog = await screen.findByRole('dialog', { name: 'Forgot your password?' });
  await user.click(button('Send reset link'));
  expect(dialog.textContent).toContain('Please enter your email address');
  await user.keyboard('mira@example.org{Enter}');
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeTruthy();
  expect(dialog.textContent).toContain('If an account belongs to mira@example.org');
  await user.click(button('Return to login'));
  expect(screen.queryByRole('dialog')).toBeNull();
});
