import { operatorProblems, operatorsHttp } from '@easel/contracts/operators/http';
import { problems } from '@easel/contracts/kernel/problem';
import { checkoutHttp } from '@easel/contracts/settings/checkout.http';
import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { InviteDialog } from '../features/operators/invite-dialog.tsx';
import SettingsPage from '../features/settings/settings-page.tsx';
import { button, field, server, show, withFakeServer } from './testing/screen.tsx';

withFakeServer();

describe('inviting an operator', () => {
  async function invite(onClose = vi.fn<() => void>()) {
    const user = show(<InviteDialog onClose={onClose} />);
    await user.type(field(/Email/), 'nora@example.org');
    await user.type(field(/Name/), 'Nora');
    await user.type(field(/Reason/), 'More mail');
    await user.click(button('Send invitation'));
    return { user, onClose };
  }

  test('wants a reason before anybody is asked', async () => {
    const user = show(<InviteDialog onClose={() => {}} />);
    await user.click(button('Send invitation'));
    expect((await screen.findByRole('alert')).textContent).toContain('A reason is needed');
    expect(server.callsOf(operatorsHttp.invite)).toEqual([]);
  });

  test('refused, it stays open with what was typed; sent again, it is the same invitation', async () => {
    server.refuse(operatorsHttp.invite, operatorProblems.emailTaken);
    const { user, onClose } = await invite();
    expect(await screen.findByText('There is an operator with this email address already')).toBeTruthy();
    expect(field(/Email/)).toHaveProperty('value', 'nora@example.org');
    await user.click(button('Send invitation'));
    const keys = server.callsOf(operatorsHttp.invite).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
    expect(onClose).not.toHaveBeenCalled();
  });

  test('sends what was typed, as support by itself', async () => {
    server.refuse(operatorsHttp.invite, problems.tooMany);
    await invite();
    expect(await screen.findByText(problems.tooMany.message)).toBeTruthy();
    expect(server.callsOf(operatorsHttp.invite)[0]?.body).toEqual({
      email: 'nora@example.org',
      name: 'Nora',
      role: 'support',
      reason: 'More mail',
    });
  });
});

describe('the settings', () => {
  const known = (testMode: boolean) =>
    server.reply(checkoutHttp.settings, { success: true, testMode, version: 3, history: [] });

  test('that cannot be read can be asked for again', async () => {
    server.refuse(checkoutHttp.settings, problems.notFound);
    const user = show(<SettingsPage />);
    const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 5_000 });
    known(false);
    await user.click(again);
    expect(await screen.findByText('Test mode is off')).toBeTruthy();
    expect(screen.getByText('Nobody has changed it yet.')).toBeTruthy();
  });

  test('are not changed without a reason, and not by a refusal', async () => {
    known(false).refuse(checkoutHttp.toggle, problems.tooMany);
    const user = show(<SettingsPage />);
    await user.click(await screen.findByRole('switch', { name: 'Test mode is off' }));
    await user.click(button('Turn on'));
    expect(await screen.findByText('A reason is needed')).toBeTruthy();
    await user.type(field(/Reason/), 'A rehearsal');
    await user.click(button('Turn on'));
    expect(await screen.findByText(problems.tooMany.message)).toBeTruthy();
    expect(server.callsOf(checkoutHttp.toggle)[0]?.body).toEqual({ version: 3, testMode: true, reason: 'A rehearsal' });
  });
});
