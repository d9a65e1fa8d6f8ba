import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { generationHttp } from '@easel/contracts/generation/http';
import { expect } from '@playwright/test';
import { askedLongAgo, isForgotten } from '../faults/harness/erasures.ts';
import { readEndpoints } from '../local/endpoints.ts';
import { step, test } from './fixtures.ts';
import { enter, register, signIn } from './people.ts';
import { downloadOf } from './shop.ts';
import { callAs } from './wire.ts';

/** Somebody who leaves takes her data along, may think better of it, and is gone in the end, on all her browsers. */
test('export my data, erase me', async ({ open, product: { address, dataDir } }) => {
  const prompt = `A heron that leaves ${randomBytes(3).toString('hex')}`;
  const member = await register(address);
  const here = await open();
  const there = await open();
  /** Both panels stand at the end of the page, and come with scrolling. */
  const profileOf = async ({ page }: typeof here) => {
    await page.goto('/profile');
    await page.getByRole('heading', { name: 'Your data' }).scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Export my data' }).waitFor();
    await page.getByRole('heading', { name: 'Erase your account' }).scrollIntoViewIfNeeded();
  };

  await step('her data is packed while she waits, and is a file', async () => {
    const body = { prompt, resolution: '1k' as const, agreed: true };
    await callAs(address, member.token)(generationHttp.generate, { body });
    await enter(here.page, member);
    await profileOf(here);
    await here.page.getByRole('button', { name: 'Export my data' }).click();
    const asking = here.page.getByRole('dialog', { name: 'Export your data?' });
    await asking.getByLabel('Your password').fill(member.password);
    await asking.getByRole('button', { name: 'Export' }).click();
    const link = here.page.getByRole('link', { name: /^Download \(/ });
    await link.waitFor({ timeout: 30_000 });
    const file = await downloadOf(here.page, () => link.click());
    for (const name of [
      'profile.json',
      'facts.ndjson',
      'statement.csv',
      'orders.json',
      'pictures/easel-A-heron-that-leaves',
    ]) {
      assert.ok(file.includes(name), `${name} is not in it`);
    }
    await expect(here.page.getByRole('button', { name: 'Export my data' })).toBeDisabled();
  });

  await step('whoever only sits at her browser does not know her password', async () => {
    await here.page.getByRole('button', { name: 'Erase my account' }).click();
    const dialog = here.page.getByRole('dialog', { name: 'Erase your account?' });
    await dialog.getByText('You lose your 45 credits').waitFor();
    await dialog.getByLabel('Your password').fill('a guess');
    here.expectRefusal('/api/auth/erasure');
    await dialog.getByRole('button', { name: 'Erase in 14 days' }).click();
    await dialog.getByText('This is not your password').waitFor();
    await dialog.getByLabel('Your password').fill(member.password);
    await dialog.getByRole('button', { name: 'Erase in 14 days' }).click();
    await here.page.getByText('Your account will be erased on').waitFor();
  });

  await step('on another browser she sees it, and thinks better of it', async () => {
    await enter(there.page, member);
    await profileOf(there);
    await there.page.getByText('Your account will be erased on').waitFor();
    await there.page.getByRole('button', { name: 'Keep my account' }).click();
    await there.page.getByRole('button', { name: 'Erase my account' }).waitFor();
    await profileOf(here);
    await here.page.getByRole('button', { name: 'Erase my account' }).waitFor();
  });

  await step('a fortnight after she asked for it she is nobody, on both', async () => {
    assert.ok(dataDir, 'where the product keeps its data must be known');
    const product = { dataDir, endpoints: () => readEndpoints(dataDir) };
    await askedLongAgo(product, member);
    await isForgotten(product, member, { generations: [] });
    for (const { page, expectRefusal } of [here, there]) {
      expectRefusal('/api/');
      await page.goto('/profile');
      await page.waitForURL((url) => url.pathname === '/login');
      await signIn(page, member);
      await page.getByText('Invalid email or password').first().waitFor();
    }
  });
});
