import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { expect } from '@playwright/test';
import { step, test } from './fixtures.ts';
import { linkTo } from './mailbox.ts';
import { fillRegistration, newMember, signIn } from './people.ts';

/** And the frame around every page. */
test('the account: from the front door to the last session', async ({ open, product }) => {
  const { page, complaints, expectRefusal } = await open();
  const member = { ...newMember(), confirmPassword: 'a long secret' };
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.address });

  await step('a visitor is led to what visitors may see', async () => {
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: 'Easel makes pictures from words.' }).waitFor();
    for (const [path, place] of [
      ['/gallery?category=public', '/public-gallery'],
      ['/favorites', '/login?next=%2Ffavorites'],
      ['/profile', '/login?next=%2Fprofile'],
    ] as const) {
      await page.goto(path);
      await page.waitForURL((url) => `${url.pathname}${url.search}` === place);
    }
  });

  await step('where there is no page, that is said, with a way to look for what was meant', async () => {
    const path = '/no/such/page';
    expectRefusal(path);
    assert.equal((await page.goto(path))?.status(), 404);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search public images' }).fill('a red fox');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/public-gallery?search=a+red+fox');
  });

  await step('every page tells what it is, and navigation puts the focus on its heading', async () => {
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
    await page.getByRole('heading', { level: 1, name: 'About' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/about');
    assert.equal(await page.title(), 'About · Easel');
    await expect(page.locator('meta[name=description]')).toHaveCount(1);
    assert.equal(await page.locator('h1').evaluate((heading) => heading === heading.ownerDocument.activeElement), true);
    for (const value of ['Innovation', 'Accessibility', 'Community', 'Quality', 'Transparency', 'Ethics'])
      await page.getByText(value, { exact: true }).waitFor();
    for (const [name, title] of [
      ['Disclaimer', 'Legal Disclaimer'],
      ['Privacy Policy', 'Privacy Policy'],
      ['Terms & Conditions', 'Terms & Conditions'],
    ] as const) {
      await page.getByRole('contentinfo').getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      assert.equal(await page.title(), `${title} · Easel`);
    }
  });

  await step('the verification page knows its statuses, and takes nothing else for success', async () => {
    for (const [status, title] of [
      ['success', 'Email Verified'],
      ['invalid', 'Invalid or Expired Link'],
      ['missing', 'Missing Token'],
      ['not_found', 'Account Not Found'],
      ['error', 'Something Went Wrong'],
      ['perhaps', 'Something Went Wrong'],
    ] as const) {
      await page.goto(`/verify-success?status=${status}`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    }
  });

  await step('the link in the mail verifies the address', async () => {
    await page.goto('/register');
    await fillRegistration(page, member);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto('/profile');
    await page.getByText(`Your email address ${member.email} is not verified yet`).waitFor();
    await page.goto(await linkTo(product, member.email, '/api/auth/verify-email'));
    await page.getByRole('heading', { level: 1, name: 'Email Verified' }).waitFor();
    await page.goto('/profile');
    await page.getByText('Verified', { exact: true }).waitFor();
  });

  const profile = panel(page, 'Profile Information');
  await step('the profile is closed until it is edited, and what is saved stays', async () => {
    assert.equal(await profile.getByLabel('First name').isDisabled(), true);
    await profile.getByRole('button', { name: 'Edit Profile' }).click();
    assert.equal(
      await profile.getByLabel('First name').evaluate((field) => field === field.ownerDocument.activeElement),
      true,
    );
    await profile.getByLabel('First name').fill(' ');
    await profile.getByRole('button', { name: 'Save' }).click();
    await profile.getByText('Please enter your first name').waitFor();
    await profile.getByLabel('First name').fill('Miriam');
    await profile.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Profile updated successfully!').waitFor();
    await page.reload();
    await profile.getByLabel('First name').waitFor();
    assert.equal(await profile.getByLabel('First name').inputValue(), 'Miriam');
  });

  await step('what was typed and given up is forgotten', async () => {
    await profile.getByRole('button', { name: 'Edit Profile' }).click();
    await profile.getByLabel('Last name').fill('Nobody');
    await profile.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await profile.getByLabel('Last name').inputValue(), member.lastName);
  });

  const preferences = panel(page, 'Preferences');
  await step('preferences are saved as they are changed', async () => {
    await preferences.getByLabel('Default resolution').selectOption('2K');
    await page.getByText('Preferences updated successfully!').waitFor();
    await page.reload();
    await preferences.getByLabel('Default resolution').waitFor();
    assert.equal(await preferences.getByLabel('Default resolution').inputValue(), '2K');
  });

  await step('a preference that could not be saved goes back, and says so', async () => {
    const path = '/api/auth/preferences';
    expectRefusal(path);
    await page.route(`**${path}`, (route) =>
      route.fulfill({ status: 500, json: { success: false, message: 'Broken', code: 'request.unexpected' } }),
    );
    await preferences.getByLabel('Default format').selectOption('WebP');
    await page.getByText('Failed to update format').waitFor();
    assert.equal(await preferences.getByLabel('Default format').inputValue(), 'PNG');
    await preferences.getByRole('switch').click();
    await page.getByText('Failed to update preference').waitFor();
    assert.equal(await preferences.getByRole('switch').isChecked(), false);
    await page.unroute(`**${path}`);
  });

  await step('the account is read anew on demand', async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('Account data refreshed!').waitFor();
  });

  const security = panel(page, 'Password & Security');
  await step('a new password is checked at its fields, here and by the server', async () => {
    await security.getByLabel('New password', { exact: true }).fill('short');
    await security.getByLabel('Confirm new password').fill('shorter');
    await security.getByRole('button', { name: 'Change password' }).click();
    await security.getByText('Current password is required').waitFor();
    await security.getByText('New password must be at least 8 characters long').waitFor();
    await security.getByText('New passwords do not match').waitFor();
    expectRefusal('/api/auth/change-password');
    await changePassword(security, 'not the secret', 'a longer secret');
    await security.getByText('Current password is incorrect').waitFor();
    assert.equal(await security.getByLabel('Current password').getAttribute('aria-invalid'), 'true');
  });

  await step('another device is listed, and signed out from here', async () => {
    const other = await open();
    await other.page.goto('/login');
    await signIn(other.page, member);
    await other.page.waitForURL((url) => url.pathname === '/');
    await page.reload();
    const devices = panel(page, 'Signed-in devices');
    await devices.scrollIntoViewIfNeeded();
    await devices.getByText('This device').waitFor();
    await devices.getByRole('button', { name: /^Sign out/ }).click();
    await page.getByText(/ was signed out$/).waitFor();
    assert.equal(await devices.getByRole('button', { name: /^Sign out/ }).count(), 0);
    await other.page.goto('/profile');
    await other.page.getByText('Authentication expired').waitFor();
    await other.page.waitForURL('**/login?next=%2Fprofile');
  });

  await step('the password is changed', async () => {
    await changePassword(security, member.password, 'a longer secret');
    await page.getByText('Password updated successfully').waitFor();
    assert.equal(await security.getByLabel('Current password').inputValue(), '');
  });

  await step('what is shared carries the referral code', async () => {
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const share = page.getByRole('group', { name: 'Share' });
    for (const name of ['Facebook', 'Twitter/X', 'LinkedIn', 'WhatsApp', 'Telegram', 'Email']) {
      const target = await share.getByRole('link', { name: `${name} (opens a new tab)` }).getAttribute('href');
      assert.match(decodeURIComponent(decodeURIComponent(target ?? '')), /\/register\?ref=\w/);
    }
    await share.getByRole('button', { name: 'Copy Link' }).click();
    await page.getByText('Referral link copied to clipboard!').waitFor();
    assert.match(await page.evaluate<string>('navigator.clipboard.readText()'), /\/register\?ref=.+$/);
  });

  await step('on a small screen the menu lies over the page and gives the focus back', async () => {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'detached' });
    const opener = page.getByRole('button', { name: 'Open menu' });
    assert.equal(await opener.evaluate((button) => button === button.ownerDocument.activeElement), true);
    await opener.click();
    await page.getByRole('dialog').getByRole('link', { name: 'Generator' }).click();
    await page.getByRole('heading', { level: 1, name: 'Creative Studio' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    if (size) await page.setViewportSize(size);
  });

  await step('on a large one it stands beside the page, unless it was closed', async () => {
    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.waitFor();
    await page.getByRole('button', { name: 'Close menu' }).click();
    await menu.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await menu.waitFor();
  });

  await step('signing out leads to the sign-in page from wherever one is', async () => {
    await page.goto('/about');
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/login' && url.search === '');
    await page.getByText('Logged out successfully').waitFor();
  });

  await step('a forgotten password is reset by the link in the mail', async () => {
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send reset link' }).click();
    await dialog.getByText('Please enter your email address').waitFor();
    await dialog.getByLabel('Email').fill(member.email);
    await dialog.getByRole('button', { name: 'Send reset link' }).click();
    await dialog.getByRole('heading', { name: 'Check your email' }).waitFor();
    await dialog.getByRole('button', { name: 'Use a different email' }).click();
    await dialog.getByLabel('Email').waitFor();
    await page.keyboard.press('Escape');

    await page.goto(await linkTo(product, member.email, '/reset-password'));
    await resetPassword(page, 'abcdefgh', 'abcdefgh');
    await page.getByText('Password must contain at least one uppercase letter').waitFor();
    await resetPassword(page, 'Another secret 1', 'Another secret 2');
    await page.getByText('Passwords do not match').waitFor();
    await resetPassword(page, 'Another secret 1', 'Another secret 1');
    await page.getByRole('link', { name: 'Sign In Now' }).click();
    await signIn(page, { ...member, password: 'Another secret 1' });
    await page.waitForURL((url) => url.pathname === '/');
  });

  await step('a link that was used, or that has no token, resets nothing', async () => {
    expectRefusal('/api/auth/reset-password');
    await page.goto('/reset-password?token=used-up');
    await resetPassword(page, 'Another secret 1', 'Another secret 1');
    await page.getByRole('main').getByText('Invalid reset link. Please request a new password reset.').waitFor();
    await page.goto('/reset-password');
    await page.getByRole('heading', { level: 1, name: 'Invalid Reset Link' }).waitFor();
    await page.getByRole('link', { name: 'Back to Login' }).waitFor();
  });

  await step('without a connection the page says so', async () => {
    await page.goto('/profile');
    await profile.waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline. What you see may be old.').waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline. What you see may be old.').waitFor({ state: 'detached' });
  });

  await step('the browser had nothing to complain of', () => {
    assert.deepEqual(complaints, []);
  });
});

const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

async function changePassword(security: Locator, current: string, next: string): Promise<void> {
  await security.getByLabel('Current password').fill(current);
  await security.getByLabel('New password', { exact: true }).fill(next);
  await security.getByLabel('Confirm new password').fill(next);
  await security.getByRole('button', { name: 'Change password' }).click();
}

async function resetPassword(page: Page, password: string, again: string): Promise<void> {
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Confirm password').fill(again);
  await page.getByRole('button', { name: 'Reset password' }).click();
}
