import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { generationHttp } from '@easel/contracts/generation/http';
import { membersHttp } from '@easel/contracts/members/http';
import { messagesHttp } from '@easel/contracts/messages/http';
import { expect } from '@playwright/test';
import type { Locator, Page } from 'playwright-core';
import { step, test } from './fixtures.ts';
import { linkTo } from './mailbox.ts';
import { adminToken } from './operators.ts';
import { enter, type Registered, register } from './people.ts';
import { generate } from './pictures.ts';
import { callAs } from './wire.ts';

/** An image may take this long on a machine that does other things as well. */
const IMAGE_WITHIN_MS = 90_000;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
/** Loaded, and a square. */
const sees = (avatar: Locator) =>
  expect
    .poll(
      () =>
        avatar.evaluate((image) => {
          const { naturalWidth, naturalHeight } = image as HTMLImageElement;
          return [naturalWidth, naturalHeight];
        }),
      {
        timeout: IMAGE_WITHIN_MS,
      },
    )
    .toEqual([160, 160]);
const freshName = (who: string): string => `${who}-${randomBytes(3).toString('hex')}`;

/** So that everybody sees it: others have no position that their reading would wait for. */
async function publish(address: string, { token }: Registered, id: string): Promise<void> {
  await callAs(address, token)(generationHttp.makePublic, { params: { id }, body: { isPublic: true } });
  await expect.poll(async () => (await fetch(`${address}/image/${id}`)).status, { timeout: IMAGE_WITHIN_MS }).toBe(200);
}

async function showAs(address: string, { token }: Registered, name: string): Promise<void> {
  await callAs(address, token)(membersHttp.updatePublicProfile, { body: { name, shown: true } });
}

test('people: follow, remix and block, on two browsers', async ({ open, product }) => {
  const { address } = product;
  const [painter, fan] = [await register(address), await register(address)];
  const [painterName, fanName] = [freshName('painter'), freshName('fan')];
  const prompt = `A red lighthouse in fog ${randomBytes(3).toString('hex')}`;
  const { id } = await generate(address, painter.token, { prompt, seed: 4242 });
  await publish(address, painter, id);
  await showAs(address, fan, fanName);
  // A follower counts once the address is verified.
  await fetch(await linkTo(product, fan.email, membersHttp.verifyEmail.path), { redirect: 'manual' });
  const [{ page, complaints }, other] = [await open(), await open()];

  await step('who is new is asked, and chooses a name', async () => {
    await enter(page, painter);
    await page.getByRole('link', { name: 'Choose a public name' }).click();
    await page.getByLabel('Public name').fill(painterName);
    await page.getByRole('switch', { name: /^Show me/ }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Save public profile' }).click();
    await page.getByText(`You are shown as ${painterName}`).waitFor();
    await page.goto('/');
    await page.getByRole('heading', { level: 2, name: 'Recent Generations' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Choose a public name' }).count(), 0);
  });

  await step('a public picture becomes the avatar, in one press', async () => {
    await page.goto('/profile');
    const avatar = page.getByRole('region', { name: 'Avatar' });
    await avatar.getByRole('button', { name: 'Choose a picture' }).click();
    await page.getByRole('button', { name: `Use as avatar: ${prompt}` }).click();
    await page.getByText('Your avatar is changed').waitFor();
    await sees(avatar.locator('img'));
  });

  await step('another goes from a picture to its maker, and follows', async () => {
    await enter(other.page, fan);
    await other.page.goto(`/image/${id}`);
    await sees(other.page.getByRole('link', { name: painterName }).locator('img'));
    await other.page.getByRole('link', { name: painterName }).click();
    await heading(other.page, painterName);
    await sees(other.page.getByRole('heading', { level: 1 }).locator('img'));
    await other.page.getByText('1 picture · 0 followers').waitFor();
    await other.page.getByRole('button', { name: 'Follow', exact: true }).click();
    await other.page.getByText('1 picture · 1 follower').waitFor();
    await other.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Following' }).click();
    await heading(other.page, 'Following');
    await other.page.getByRole('link', { name: `Open: ${prompt}` }).waitFor();
  });

  const remixPrompt = prompt.replace('red', 'blue');
  await step('what is remixed begins with prompt and settings, without the seed that is not shared', async () => {
    await other.page.goto(`/image/${id}`);
    assert.equal(await other.page.getByText('4242').count(), 0);
    await other.page.getByRole('link', { name: 'Remix this' }).click();
    const field = other.page.getByLabel('Prompt', { exact: true });
    await expect(field).toHaveValue(prompt);
    await other.page.getByText('Advanced', { exact: true }).click();
    await expect(other.page.getByLabel('Seed', { exact: true })).toHaveValue('');
    await other.page.getByText('What you make is a remix').waitFor();
    await field.fill(remixPrompt);
    await other.page.keyboard.press('Control+Enter');
    await other.page.getByText('Image generated successfully!').waitFor({ timeout: IMAGE_WITHIN_MS });
  });

  await step('and says of which picture, with what became of the prompt', async () => {
    const { generations } = await callAs(address, fan.token)(generationHttp.list, { query: { search: remixPrompt } });
    const remix = generations[0]?.id ?? '';
    await publish(address, fan, remix);
    await page.goto(`/image/${remix}`);
    const lineage = page.getByRole('region', { name: 'Remixed from' });
    await lineage.getByRole('link', { name: prompt, exact: true }).waitFor();
    await expect(lineage.locator('del')).toHaveText('red');
    await expect(lineage.locator('ins')).toHaveText('blue');
    await page.goto(`/image/${id}`);
    await page.getByRole('region', { name: 'Remixes of this picture' }).getByRole('link', { name: fanName }).click();
    await heading(page, fanName);
  });

  await step('whoever is blocked sees nothing more of who did it, and the other way round', async () => {
    await page.getByRole('button', { name: 'Block' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
    await page.getByText(`You have blocked ${fanName}`).waitFor();
    assert.equal(await page.getByRole('article').count(), 0);
    await page.goto(`/image/${id}`);
    await page.getByRole('link', { name: painterName }).waitFor();
    assert.equal(await page.getByRole('region', { name: 'Remixes of this picture' }).count(), 0);

    other.expectRefusal(`/api/people/${painterName}`);
    await other.page.goto(`/u/${painterName}`);
    await other.page.getByText('Nobody is shown under this name').waitFor();
    await other.page.goto('/following');
    await other.page.getByText('You follow nobody yet').waitFor();
    await other.page.goto(`/public-gallery?search=${encodeURIComponent(prompt)}`);
    await other.page.getByText('No images found').waitFor();
    other.expectRefusal(`/api/remix/${id}`);
    await other.page.goto(`/generator?remix=${id}`);
    await other.page.getByText('This picture can no longer be remixed').waitFor();
  });

  await step('until it is taken back', async () => {
    await page.goto('/profile');
    await page.getByRole('button', { name: `Unblock ${fanName}` }).click();
    await page.getByRole('heading', { name: 'Blocked people' }).waitFor({ state: 'detached' });
    await other.page.goto(`/u/${painterName}`);
    await other.page.getByRole('button', { name: 'Follow', exact: true }).waitFor();
  });

  await step('who hides is gone at once, the picture stays', async () => {
    await page.getByRole('switch', { name: /^Show me/ }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Save public profile' }).click();
    await page.getByText('You are hidden', { exact: true }).waitFor();
    other.expectRefusal(`/u/${painterName}`);
    await other.page.goto(`/u/${painterName}`);
    await other.page.getByText('Nobody is shown under this name').waitFor();
    await other.page.goto(`/image/${id}`);
    await other.page.getByRole('img', { name: prompt }).first().waitFor();
    assert.equal(await other.page.getByRole('link', { name: painterName }).count(), 0);
  });

  await step('nobody complained', () => assert.deepEqual([...complaints, ...other.complaints], []));
});

test('people: a visitor reports a picture, by keyboard alone', async ({ open, product: { address } }) => {
  const painter = await register(address);
  const mark = randomBytes(3).toString('hex');
  const { id } = await generate(address, painter.token, { prompt: `A green door ${mark}` });
  await publish(address, painter, id);
  const { page, complaints } = await open();

  await step('with a reason and words', async () => {
    await page.goto(`/image/${id}`);
    await page.getByRole('button', { name: 'Report' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Report this picture' });
    await dialog.getByLabel('What is wrong?').focus();
    await page.keyboard.type(`That door is mine ${mark}`);
    await dialog.getByRole('button', { name: 'Send report' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Thank you. We look into it.').waitFor();
    await dialog.waitFor({ state: 'detached' });
  });

  await step('and it is among the messages, as a kind of its own', async () => {
    const call = callAs(address, await adminToken(address));
    const reports = async () => {
      const query = { filter: JSON.stringify({ message_type: 'report', q: mark }) };
      return (await call(messagesHttp.list, { query })).map(({ source_page, priority }) => [source_page, priority]);
    };
    await expect.poll(reports).toEqual([[`/image/${id}`, 'medium']]);
  });

  await step('nobody complained', () => assert.deepEqual(complaints, []));
});
