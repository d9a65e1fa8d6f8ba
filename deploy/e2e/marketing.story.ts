import assert from 'node:assert/strict';
import { membersHttp } from '@easel/contracts/members/http';
import { expect } from '@playwright/test';
import { step, test } from './fixtures.ts';
import { mailed } from './mailbox.ts';
import { sendMonthlyMail } from './monthly-mail.ts';
import { enter, register, type Registered } from './people.ts';
import type { Product } from './product.ts';
import { callAs } from './wire.ts';

test('marketing mails: from the mail’s link to no more of them, and back', async ({ open, product }) => {
  const member = await reader(product);
  const { page, complaints } = await open();

  await step('who asked for it is sent the month, with a way to leave', async () => {
    await sendMonthlyMail(product, member.id, '2026-08');
    await mailOf(product, member, 'August 2026');
  });

  await step('the link in the mail asks first, and going there changes nothing', async () => {
    await page.goto(await mailOf(product, member, 'August 2026'));
    await page.getByRole('heading', { level: 1, name: 'Unsubscribe from Easel' }).waitFor();
    await page.getByText('Early access to new AI models').waitFor();
    assert.equal(await isSubscribed(product, member), true);
  });

  await step('one press unsubscribes', async () => {
    await page.getByRole('button', { name: 'Yes, Unsubscribe Me' }).click();
    await page.getByText('Successfully unsubscribed from marketing emails').waitFor();
    assert.equal(await isSubscribed(product, member), false);
    await page.reload();
    await page.getByText('Successfully unsubscribed from marketing emails').waitFor();
  });

  await step('and no mail comes any more, not even one that was under way', async () => {
    const other = await reader(product);
    await sendMonthlyMail(product, member.id, '2026-09');
    await sendMonthlyMail(product, other.id, '2026-09');
    await mailOf(product, other, 'September 2026');
  });

  await step('who comes back by the same page is sent the next', async () => {
    await page.getByRole('button', { name: 'Resubscribe' }).click();
    await page.getByText('Successfully resubscribed to marketing emails').waitFor();
    assert.equal(await isSubscribed(product, member), true);
    await sendMonthlyMail(product, member.id, '2026-10');
    await mailOf(product, member, 'October 2026');
    const subjects = await mailed(product, member.email, (mails) => mails.map(({ subject }) => subject));
    assert.deepEqual(
      subjects.filter((subject) => subject.includes('2026')),
      ['October 2026 on Easel', 'August 2026 on Easel'],
    );
  });

  await step('the profile says the same, and its switch does', async () => {
    await enter(page, member);
    await page.goto('/profile');
    const wanted = page.getByRole('switch', { name: 'News and offers by email' });
    await expect(wanted).toBeChecked();
    await wanted.click();
    await page.getByText('Preferences updated successfully!').waitFor();
    assert.equal(await isSubscribed(product, member), false);
  });

  await step('a link that is none is told as such', async () => {
    await page.goto('/api/auth/marketing/unsubscribe?token=nonsense');
    await page.getByText('Invalid or expired unsubscribe link').waitFor();
    await page.goto('/unsubscribe');
    await page.getByText('Missing unsubscribe token').waitFor();
    await page.getByRole('link', { name: 'Go to Homepage' }).click();
    await page.waitForURL((url) => url.pathname === '/');
  });

  assert.deepEqual(complaints, []);
});

/** Somebody who asked for marketing mails and has verified the address. */
async function reader(product: Product): Promise<Registered> {
  const member = await register(product.address);
  const call = callAs(product.address, member.token);
  await call(membersHttp.updatePreferences, { body: { marketingOptIn: true } });
  const link = await mailed(product, member.email, (mails) =>
    mails.map(({ text }) => /http\S+\/api\/auth\/verify-email\?token=\S+/.exec(text)?.[0]).find(Boolean),
  );
  await fetch(link);
  assert.equal((await call(membersHttp.me, {})).user.emailVerified, true);
  return member;
}

async function isSubscribed({ address }: Product, { token }: Registered): Promise<boolean> {
  return (await callAs(address, token)(membersHttp.me, {})).user.preferences.marketingOptIn;
}

/** The link to leave by, in the mail of that month. */
const mailOf = (product: Product, { email }: Registered, month: string): Promise<string> =>
  mailed(product, email, (mails) => {
    const mail = mails.find(({ subject }) => subject === `${month} on Easel`);
    return /http\S+\/unsubscribe\?token=[0-9a-f]+/.exec(mail?.text ?? '')?.[0];
  });
