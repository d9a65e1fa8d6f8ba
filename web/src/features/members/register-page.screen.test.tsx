import { registrationHttp } from '@easel/contracts/members/registration.http';
import { memberProblems } from '@easel/contracts/members/problems';
import { problems } from '@easel/contracts/kernel/problem';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { button, complaintOf, server, show, withFakeServer } from '../../lib/testing/screen.tsx';
import { token } from '../../lib/token.ts';
import { invitation, noteInvitation } from '../account/invitation.ts';
import RegisterPage from './register-page.tsx';
import { sampleUser } from './testing/sample-user.ts';

withFakeServer();

async function fillIn(changes: Record<string, string> = {}, at = '/register') {
  const user = show(<RegisterPage />, { at });
  const texts = {
    'First name': 'Mira',
    'Last name': 'Lang',
    Email: 'mira@example.org',
    Username: 'mira',
    Password: 'long enough',
    'Confirm password': 'long enough',
    ...changes,
  };
  for (const [label, text] of Object.entries(texts)) await user.type(screen.getByLabelText(label), text);
  await user.click(button('Create account'));
  return user;
}

test('an empty form says at each field what it wants', async () => {
  const user = show(<RegisterPage />, { at: '/register' });
  await user.click(button('Create account'));
  expect(complaintOf('First name')).toContain('Please enter your first name');
  expect(complaintOf('Last name')).toContain('Please enter your last name');
  expect(complaintOf('Email')).toContain('Please enter your email address');
  expect(complaintOf('Username')).toContain('Please enter a username');
  expect(complaintOf('Password')).toContain('Please enter a password');
  expect(complaintOf('Confirm password')).toContain('Please enter the password again');
  expect(server.calls).toEqual([]);
});

test.each([
  ['Email', { Email: 'mira' }, 'Please enter a valid email address'],
  ['Username', { Username: '!' }, '3 to 30 letters, digits, dots, dashes or underscores'],
  ['Password', { Password: 'short', 'Confirm password': 'short' }, 'Password must be at least 8 characters long'],
  ['Confirm password', { 'Confirm password': 'another one' }, 'Passwords do not match'],
])('%s is refused before anybody is asked', async (label, changes, complaint) => {
  await fillIn(changes);
  expect(complaintOf(label)).toContain(complaint);
  expect(server.calls).toEqual([]);
});

test.each([
  ['Email', memberProblems.emailTaken],
  ['Username', memberProblems.usernameTaken],
])('a taken %s is told at its field, which takes the focus', async (label, problem) => {
  server.refuse(registrationHttp.register, problem);
  await fillIn();
  await screen.findAllByText(problem.message);
  expect(complaintOf(label)).toContain(problem.message);
  expect(document.activeElement).toBe(screen.getByLabelText(label));
});

test('what belongs to no field is told below them', async () => {
  server.refuse(registrationHttp.register, problems.tooMany);
  await fillIn();
  expect(await screen.findAllByText(problems.tooMany.message)).toHaveLength(2);
});

test('the code in the address of a shared picture reaches the form', async () => {
  server.reply(registrationHttp.register, { success: true, token: 'the token', user: sampleUser });
  noteInvitation({ search: '?ref=JONAS1' });
  await fillIn();
  await screen.findByText('Welcome to Easel, Mira!');
  expect(server.calls[0]?.body).toMatchObject({ referralCode: 'JONAS1' });
  expect(invitation()).toBeNull();
});

test('the code of an invitation is shown, sent, and not to be changed', async () => {
  server.reply(registrationHttp.register, { success: true, token: 'the token', user: sampleUser });
  await fillIn({}, '/register?ref=JONAS1');
  expect(await screen.findByText('Welcome to Easel, Mira!')).toBeTruthy();
  expect(screen.getByLabelText('Referral code')).toHaveProperty('readOnly', true);
  expect(server.calls[0]?.body).toMatchObject({ referralCode: 'JONAS1', marketingOptIn: false });
  expect(token.get()).toBe('the token');
});
