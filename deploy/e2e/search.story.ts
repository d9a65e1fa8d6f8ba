import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { generationHttp } from '@easel/contracts/generation/http';
import { membersHttp } from '@easel/contracts/members/http';
import { searchHttp } from '@easel/contracts/search/http';
import { SEARCHED_BY } from '@easel/contracts/search/policy';
import { expect } from '@playwright/test';
import type { Page } from 'playwright-core';
import { wake } from './browser.ts';
import { step, test } from './fixtures.ts';
import { linkTo } from './mailbox.ts';
import { enter, register } from './people.ts';
import { generate } from './pictures.ts';
import { callAs } from './wire.ts';

const card = (page: Page, prompt: string) => page.getByRole('link', { name: `Open: ${prompt}` });
const field = (page: Page) => page.getByRole('combobox', { name: 'Search public images' });
/** A word of letters alone, which nobody else says. */
const newWord = () => `zor${[...randomBytes(6)].map((byte) => String.fromCodePoint(97 + (byte % 26))).join('')}`;

test('search: from the front door to a picture, by keyboard alone', async ({ open, product }) => {
  const { address } = product;
  const word = newWord();
  const painter = await register(address);
  const publish = async (order: { prompt: string; aspect_ratio?: string }) => {
    const made = await generate(address, painter.token, order);
    const isPublic = { params: { id: made.id }, body: { isPublic: true } };
    await callAs(address, painter.token)(generationHttp.makePublic, isPublic);
    return { ...made, prompt: order.prompt };
  };
  const wolf = await publish({ prompt: `A wolf howling at the moon, ${word}` });
  const wide = await publish({ prompt: `A wolf in a meadow, ${word}`, aspect_ratio: '16:9' });
  const secret = await generate(address, painter.token, { prompt: `A private wolf, ${word}` });
  const { page, complaints } = await open();

  await step('what is typed is found, and stands in the address', async () => {
    await page.goto('/search');
    await card(page, wide.prompt).waitFor();
    await field(page).focus();
    await page.keyboard.type(`Wolf ${word}`);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('q') === `Wolf ${word}`);
    await page.getByText('2 images found').waitFor();
    await page.reload();
    await card(page, wolf.prompt).waitFor();
    await expect(card(page, secret.original_prompt)).toHaveCount(0);
  });

  await step('a filter narrows it, and is cleared', async () => {
    await page.getByRole('button', { name: 'Filters' }).press('Enter');
    await page.getByLabel('Shape').focus();
    await page.getByLabel('Shape').selectOption('widescreen_16_9');
    await page.waitForURL((url) => url.searchParams.get('ratio') === 'widescreen_16_9');
    await card(page, wolf.prompt).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
    await card(page, wolf.prompt).waitFor();
  });

  await step('as a list, every picture is a link', async () => {
    await page.getByRole('radio', { name: 'Grid' }).focus();
    await page.keyboard.press('ArrowRight');
    const link = page.getByRole('link', { name: wolf.prompt });
    assert.equal(await link.getAttribute('href'), `/image/${wolf.id}`);
    await page.getByRole('radio', { name: 'List' }).focus();
    await page.keyboard.press('ArrowLeft');
    await card(page, wolf.prompt).waitFor();
  });

  await step('a misspelt word is mended', async () => {
    await page.goto(`/search?q=${word.slice(0, 4)}${word.slice(5)}`);
    await page.getByText('No images found').waitFor();
    await page.getByRole('link', { name: word }).press('Enter');
    await page.getByText('2 images found').waitFor();
    assert.equal(new URL(page.url()).searchParams.get('q'), word);
  });

  await step('a category is chosen, and cleared by choosing it again', async () => {
    await page.goto('/search');
    const animals = page.getByRole('button', { name: /^Animals/ });
    await animals.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('category') === 'animals');
    await card(page, wide.prompt).waitFor();
    assert.equal(await animals.getAttribute('aria-pressed'), 'true');
    await animals.press('Enter');
    await page.waitForURL((url) => url.pathname === '/search' && url.search === '');
  });

  await step('from a picture to those that look like it', async () => {
    await page.goto(`/search?q=${word}`);
    await wake(page);
    await card(page, wolf.prompt).press('Enter');
    await page
      .getByRole('dialog', { name: 'Image preview' })
      .getByRole('link', { name: 'Find similar' })
      .press('Enter');
    await page.getByRole('heading', { name: 'Images that look like it' }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('like'), wolf.id);
    await expect(card(page, wolf.prompt)).toHaveCount(0);
  });

  await step('what many searched for is suggested, and trends', async () => {
    const few = newWord();
    const search = async (q: string, times: number, isVerified = true) => {
      for (let n = 0; n < times; n++) {
        const { token, email } = await register(address);
        if (isVerified) await fetch(await linkTo(product, email, membersHttp.verifyEmail.path), { redirect: 'manual' });
        await callAs(address, token)(searchHttp.perform, { body: { q } });
      }
    };
    await search(`${word} wolf`, SEARCHED_BY);
    await search(few, SEARCHED_BY - 1);
    await search(few, SEARCHED_BY, false);
    await expect(async () => {
      const { trending } = await callAs(address)(searchHttp.trending, { query: { limit: 20 } });
      assert.ok(trending.some(({ query }) => query === `${word} wolf`));
    }).toPass();
    await page.goto('/search');
    await page.getByRole('link', { name: `${word} wolf` }).waitFor();
    await field(page).focus();
    await page.keyboard.type(word.slice(0, 5));
    await page.getByRole('option', { name: `${word} wolf` }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('q') === `${word} wolf`);
    await card(page, wolf.prompt).waitFor();
    const { suggestions } = await callAs(address)(searchHttp.suggestions, { query: { q: few.slice(0, 6) } });
    assert.deepEqual(suggestions, []);
  });

  await step('what is hidden is found by its owner alone', async () => {
    const hide = { params: { id: wide.id }, body: { isPublic: false } };
    await callAs(address, painter.token)(generationHttp.makePublic, hide);
    await expect(async () => {
      const { results } = await callAs(address)(searchHttp.images, { query: { q: word } });
      assert.deepEqual(
        results.map(({ id }) => id),
        [wolf.id],
      );
    }).toPass();
    await enter(page, painter);
    await page.goto(`/search?of=own&q=${word}`);
    await page.getByText('3 images found').waitFor();
    await card(page, secret.original_prompt).waitFor();
  });

  await step('nobody complained', () => assert.deepEqual(complaints, []));
});
