import { erasureHttp, type Erasure } from '@easel/contracts/erasure/http';
import { memberProblems } from '@easel/contracts/members/problems';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { button, complaintOf, server, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import OwnErasure from './erasure.tsx';

withFakeServer();
beforeEach(signIn);

const DAY_MS = 86_400_000;
const around = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const none: Erasure = { requested: null, waitsFor: [], goes: { credits: 45, plan: false } };
const asked = (days: number): Erasure['requested'] => ({
  at: around(days - 14),
  erasesAt: around(days),
  givesUp: false,
});

function showing(erasure: Erasure) {
  server.reply(erasureHttp.own, { success: true, erasure });
  return show(<OwnErasure username="mira@example.org" />);
}

async function open(erasure: Erasure) {
  const user = showing(erasure);
  await screen.findByRole('button', { name: 'Erase my account' });
  await expect.poll(() => button('Erase my account')).toHaveProperty('disabled', false);
  await user.click(button('Erase my account'));
  await screen.findByLabelText('Your password');
  return user;
}

test('what is lost is said before, and the password asked for', async () => {
  const user = await open({ ...none, goes: { credits: 45, plan: true } });
  expect(screen.getByText(/You lose your 45 credits and your plan, of which nothing is paid back/)).toBeTruthy();
  await user.click(button('Erase in 14 days'));
  expect(complaintOf('Your password')).toContain('Please enter your password');
  server.refuse(erasureHttp.request, memberProblems.passwordWrong);
  await user.type(screen.getByLabelText('Your password'), 'guess');
  await user.click(button('Erase in 14 days'));
  await screen.findAllByText('This is not your password');
  expect(complaintOf('Your password')).toContain('This is not your password');
});

test('asked for, it says the day and can be taken back', async () => {
  const user = await open(none);
  const erasure = { ...none, requested: asked(14) };
  server.reply(erasureHttp.request, { success: true, erasure });
  server.reply(erasureHttp.own, { success: true, erasure });
  await user.type(screen.getByLabelText('Your password'), 'correct horse');
  await user.click(button('Erase in 14 days'));
  expect(await screen.findByText(/^Your account will be erased on/)).toBeTruthy();
  expect(server.callsOf(erasureHttp.request)[0]?.body).toEqual({ password: 'correct horse', givesUp: false });
  server.reply(erasureHttp.withdraw, { success: true, erasure: none });
  server.reply(erasureHttp.own, { success: true, erasure: none });
  await user.click(button('Keep my account'));
  expect(await screen.findByRole('button', { name: 'Erase my account' })).toBeTruthy();
});

test('money in the way is named, and can be given up', async () => {
  const user = await open({ ...none, waitsFor: [{ kind: 'wallet', amount: 5.25 }] });
  expect(screen.getByText(/Your wallet holds \$5\.25/)).toBeTruthy();
  await user.click(screen.getByRole('switch', { name: /Give up \$5\.25/ }));
  await user.type(screen.getByLabelText('Your password'), 'correct horse');
  server.reply(erasureHttp.request, { success: true, erasure: { ...none, requested: asked(14) } });
  await user.click(button('Erase in 14 days'));
  await expect.poll(() => server.callsOf(erasureHttp.request)[0]?.body).toMatchObject({ givesUp: true });
});

test('a share of a challenge is named with its day, and can be given up along with money', async () => {
  const share = { kind: 'challenge', amount: null, until: '2026-12-15T12:00:00.000Z' } as const;
  await open({ ...none, waitsFor: [share, { kind: 'wallet', amount: 5.25 }] });
  expect(screen.getByText(/^Your entry in a design challenge has sold/).textContent).toContain('December 15, 2026');
  expect(screen.getByRole('switch', { name: /Give up \$5\.25 and your share of a challenge/ })).toBeTruthy();
});

test('an order on its way is named with its day, and cannot be given up', async () => {
  const order = { kind: 'order', amount: null, reference: 'ORD-1764', until: '2026-12-09T12:00:00.000Z' } as const;
  showing({ ...none, requested: asked(-1), waitsFor: [order] });
  const text = await screen.findByText(/^Your order ORD-1764 has not been delivered yet/);
  expect(text.textContent).toMatch(/counts as delivered by .*December 9, 2026 .* unless it is delayed\.$/);
  expect(screen.queryByRole('button', { name: 'Give up what is left' })).toBeNull();
});

test('when its day is over it says what it still waits for', async () => {
  showing({ ...none, requested: asked(-1), waitsFor: [{ kind: 'dispute', amount: null }] });
  expect(await screen.findByText(/^Your account was to be erased on/)).toBeTruthy();
  expect(screen.getByText(/Your bank has not decided yet/)).toBeTruthy();
});
