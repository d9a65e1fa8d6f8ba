import { membersHttp } from '@easel/contracts/members/http';
import { memberProblems } from '@easel/contracts/members/problems';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { button, complaintOf, server, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { token } from '../../lib/token.ts';
import ResetPasswordPage from './reset-password-page.tsx';

withFakeServer();
const LINK = '/reset-password?token=abc';
const GOOD = 'Correct-Horse-7';

async function choose(password: string, again = password) {
  const user = show(<ResetPasswordPage />, { at: LINK });
  await user.type(screen.getByLabelText(/^New password/), password);
  await user.type(screen.getByLabelText(/^Confirm password/), again);
  await user.click(button('Reset password'));
}

test('a link without its secret is told to be dead, and leads back', () => {
  show(<ResetPasswordPage />, { at: '/reset-password' });
  expect(screen.getByText('Invalid reset link. Please request a new password reset.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to Login' }).getAttribute('href')).toBe('/login');
});

test('each rule says whether it is met while one types', async () => {
  const user = show(<ResetPasswordPage />, { at: LINK });
  const unmet = screen.getAllByText(', missing').length;
  expect(unmet).toBeGreaterThan(1);
  await user.type(screen.getByLabelText(/^New password/), GOOD);
  expect(screen.queryAllByText(', missing')).toHaveLength(0);
  expect(screen.getAllByText(', done')).toHaveLength(unmet);
});

test('a weak password and one that was typed differently are refused here', async () => {
  await choose('weak', 'other');
  expect(complaintOf(/^New password/)).toContain('Password must');
  expect(complaintOf(/^Confirm password/)).toContain('Passwords do not match');
  expect(server.calls).toEqual([]);
});

test('a link that was used is told in the server’s words', async () => {
  server.refuse(membersHttp.resetPassword, memberProblems.resetLinkDead);
  await choose(GOOD);
  expect(await screen.findAllByText(memberProblems.resetLinkDead.message)).not.toHaveLength(0);
});

test('the new password is in force: this browser is signed out, and led to sign in', async () => {
  signIn();
  server.reply(membersHttp.resetPassword, { success: true, message: 'done' });
  await choose(GOOD);
  expect(await screen.findByRole('link', { name: 'Sign In Now' })).toBeTruthy();
  expect(server.calls[0]?.body).toEqual({ token: 'abc', newPassword: GOOD });
  expect(token.get()).toBeNull();
});
