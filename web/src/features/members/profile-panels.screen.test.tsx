import { membersHttp } from '@easel/contracts/members/http';
import { memberProblems } from '@easel/contracts/members/problems';
import { problems } from '@easel/contracts/kernel/problem';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { button, complaintOf, server, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { sampleUser } from './testing/sample-user.ts';

withFakeServer();
beforeEach(signIn);

describe('the profile', () => {
  async function editing() {
    const user = show(<ProfilePanel user={sampleUser} />);
    await user.click(button('Edit Profile'));
    return user;
  }

  test('is closed until it is edited; given up, it is as it was', async () => {
    const user = show(<ProfilePanel user={sampleUser} />);
    expect(screen.getByLabelText('First name')).toHaveProperty('disabled', true);
    await user.click(button('Edit Profile'));
    await user.clear(screen.getByLabelText('First name'));
    await user.click(button('Save'));
    expect(complaintOf('First name')).toContain('Please enter your first name');
    await user.click(button('Cancel'));
    expect(screen.getByLabelText('First name')).toHaveProperty('value', 'Mira');
    expect(complaintOf('First name')).toBe('');
    expect(document.activeElement).toBe(button('Edit Profile'));
    expect(server.calls).toEqual([]);
  });

  test('another address asks for the password first', async () => {
    const user = await editing();
    expect(screen.queryByLabelText('Current password')).toBeNull();
    await user.type(screen.getByLabelText('Email'), '.net');
    await user.click(button('Save'));
    expect(complaintOf('Current password')).toContain(memberProblems.passwordNeeded.message);
    server.refuse(membersHttp.updateProfile, memberProblems.wrongPassword);
    await user.type(screen.getByLabelText('Current password'), 'guess');
    await user.click(button('Save'));
    await screen.findAllByText(memberProblems.wrongPassword.message);
    expect(complaintOf('Current password')).toContain('Current password is incorrect');
  });

  test('a taken name is told at its field', async () => {
    server.refuse(membersHttp.updateProfile, memberProblems.usernameTaken);
    const user = await editing();
    await user.click(button('Save'));
    await screen.findAllByText('This username is already taken');
    expect(complaintOf('Username')).toContain('This username is already taken');
  });

  test('saved, it says so and closes', async () => {
    server.reply(membersHttp.updateProfile, { success: true, user: sampleUser });
    const user = await editing();
    await user.click(button('Save'));
    expect(await screen.findByText('Profile updated successfully!')).toBeTruthy();
    expect(button('Edit Profile')).toBeTruthy();
  });
});

describe('the password', () => {
  async function change(current: string, next: string, again = next) {
    const user = show(<PasswordPanel username="mira@example.org" />);
    if (current) await user.type(screen.getByLabelText('Current password'), current);
    await user.type(screen.getByLabelText('New password'), next);
    await user.type(screen.getByLabelText('Confirm new password'), again);
    await user.click(button('Change password'));
  }

  test('is not changed without the old one, too short, or typed differently', async () => {
    await change('', 'short', 'other');
    expect(complaintOf('Current password')).toContain('Current password is required');
    expect(complaintOf('New password')).toContain('New password must be at least 8 characters long');
    expect(complaintOf('Confirm new password')).toContain('New passwords do not match');
    expect(server.calls).toEqual([]);
  });

  test('a wrong old one is told at its field', async () => {
    server.refuse(membersHttp.changePassword, memberProblems.wrongPassword);
    await change('guess', 'long enough');
    await screen.findAllByText('Current password is incorrect');
    expect(complaintOf('Current password')).toContain('Current password is incorrect');
  });

  test('changed, its fields are empty again', async () => {
    server.reply(membersHttp.changePassword, { success: true, message: 'done' });
    await change('the old one', 'long enough');
    expect(await screen.findByText('Password updated successfully')).toBeTruthy();
    expect(screen.getByLabelText('New password')).toHaveProperty('value', '');
  });
});

describe('the signed-in devices', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  beforeEach(() => {
    vi.stubGlobal('IntersectionObserver', InView);
    return () => vi.unstubAllGlobals();
  });
  const isSession = (row: HTMLElement): boolean => row.textContent.includes('Signed in');
  const session = {
    created_at: '2026-11-20T10:00:00.000Z',
    expires_at: '2026-12-20T10:00:00.000Z',
    user_agent: chrome,
  };

  test('this one cannot be signed out here, another can', async () => {
    server.reply(membersHttp.sessions, {
      success: true,
      sessions: [
        { ...session, id: 'other', current: false },
        { ...session, id: 'mine', current: true },
      ],
    });
    server.refuse(membersHttp.revokeSession, problems.tooMany);
    const user = show(<SessionsPanel className={undefined} />);
    const [mine, other] = await screen.findAllByRole('listitem').then((rows) => rows.filter(isSession));
    expect(mine?.textContent).toContain('This device');
    await user.click(within(other!).getByRole('button', { name: /^Sign out/ }));
    expect(await screen.findByText(problems.tooMany.message)).toBeTruthy();
  });

  test('that could not be read can be tried again', async () => {
    server.refuse(membersHttp.sessions, problems.notFound);
    const user = show(<SessionsPanel className={undefined} />);
    expect(await screen.findByText('This could not be loaded')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(server.callsOf(membersHttp.sessions).length).toBeGreaterThan(1);
  });
});

/** Everything that is watched is in view at once. */
class InView {
  constructor(private readonly told: IntersectionObserverCallback) {}
  observe(target: Element): void {
    this.told([{ target, isIntersecting: true } as never], this as never);
  }
  disconnect(): void {}
}
