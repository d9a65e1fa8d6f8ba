import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { utcMonth } from '@easel/contracts/account/policy';
import { competitionsConsoleHttp } from '@easel/contracts/competitions/console.http';
import { competitionsHttp } from '@easel/contracts/competitions/http';
import { expect } from '@playwright/test';
import { step, test } from './fixtures.ts';
import { adminToken } from './operators.ts';
import { enter, register } from './people.ts';
import { generate } from './pictures.ts';
import { CARD } from './shop.ts';
import { callAs } from './wire.ts';

const THEME = 'Tides and what they leave';

/** A member enters a poster, somebody else orders it on a mug, and the entry is withdrawn. */
test('a challenge: enter a picture, sell it on a product, withdraw it', async ({ open, product }) => {
  const { address } = product;
  const prompt = `A lighthouse ${randomBytes(3).toString('hex')}`;
  const month = utcMonth(new Date());
  const { id: competitionId } = await callAs(address, await adminToken(address))(competitionsConsoleHttp.prepare, {
    body: { kind: 'poster', month, theme: THEME, description: 'Whatever the sea leaves behind.' },
  });
  const maker = await register(address);
  const poster = await generate(address, maker.token, { prompt, resolution: '4k', aspect_ratio: '4:3' });
  const buyer = await register(address);
  const { page, complaints } = await open();
  const main = page.getByRole('main');
  await enter(page, maker);

  await step('the challenge is open, and its page enters a picture of one’s own', async () => {
    await page.goto('/poster-competition');
    await main.getByText(THEME).waitFor();
    await main.getByText('No entries yet').waitFor();
    await main.getByRole('button', { name: 'Enter the challenge' }).click();
    await page.getByRole('button', { name: `Choose: ${prompt}` }).click();
    await page.getByRole('dialog').getByText('Entering makes it public.').waitFor();
    await page.getByRole('button', { name: 'Enter this picture' }).click();
    await page.getByText('Your picture is entered').waitFor();
    await main.getByRole('list', { name: 'Entries', exact: true }).getByText(prompt).waitFor();
    await main.getByRole('list', { name: 'Your entries' }).getByText(prompt).waitFor();
  });

  const other = await open();
  const shop = other.page.getByRole('main');
  await enter(other.page, buyer);

  await step('another member likes the entry and orders it on a mug', async () => {
    await other.page.goto('/poster-competition');
    await shop.getByRole('button', { name: `Favorite: ${prompt}` }).click();
    await shop.getByRole('link', { name: `Order a print: ${prompt}` }).click();
    await other.page.waitForURL(`**/shop?*picture=${poster.id}*product=poster`);
    await other.page.goto(other.page.url().replace('product=poster', 'product=mug'));
    await shop.getByRole('button', { name: 'Add to cart' }).click();
    await other.page.goto('/cart');
    await shop.getByRole('link', { name: 'Proceed to Checkout' }).click();
    await other.page.getByRole('button', { name: 'Next Step' }).click();
    await other.page.getByLabel('Country').selectOption('Ireland');
    await other.page.getByLabel('Street address').fill('5 Dame Street');
    await other.page.getByLabel('City').fill('Dublin');
    await other.page.getByLabel('Eircode').fill('D02 AF30');
    await other.page.getByRole('button', { name: 'Next Step' }).click();
    await other.page.getByLabel('Card number').fill(CARD.pays);
    await other.page.getByLabel('Expiry (MM/YY)').fill('1230');
    await other.page.getByLabel('CVV').fill('123');
    await other.page.getByLabel('Name on card').fill('Mira Okafor');
    await other.page.getByRole('button', { name: 'Next Step' }).click();
    await other.page.getByRole('button', { name: 'Place Order' }).click();
    await other.page.waitForURL(/\/orders\/[\da-f-]+$/);
    await shop.getByText(/^Paid \$/).waitFor();
  });

  await step('wall and leaderboard show what it has sold, and say that it is provisional', async () => {
    const sold = async () =>
      (await callAs(address)(competitionsHttp.leaderboard, { params: { id: competitionId } })).proceeds;
    await expect.poll(sold).toBeGreaterThan(0);
    await page.reload();
    await main.getByRole('list', { name: 'Leaderboard' }).getByText('1 buyer').waitFor();
    await main.getByText(/^These figures are provisional/).waitFor();
    await main
      .getByRole('list', { name: 'Entries', exact: true })
      .getByText(/^No\.\s1 · \$/)
      .waitFor();
  });

  await step('withdrawing takes it from the wall and makes it private again', async () => {
    await main.getByRole('button', { name: `Withdraw: ${prompt}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('Your entry is withdrawn').waitFor();
    await main.getByText('No entries yet').waitFor();
    const seen = async () => (await fetch(`${address}/api/gallery/public/${poster.id}`)).status;
    await expect.poll(seen, { message: 'nobody else sees it' }).toBe(404);
  });

  assert.deepEqual([...complaints, ...other.complaints], []);
});
