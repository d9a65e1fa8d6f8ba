import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { generationHttp } from '@easel/contracts/generation/http';
import { step, test } from './fixtures.ts';
import { enter, register } from './people.ts';
import { generate } from './pictures.ts';
import { patronOf } from './settled-people.ts';
import { callAs } from './wire.ts';

/** Sales rest for a day at least, so that nothing can be paid out within a story. */
test('profit sharing: a seller sees a sale, and when it can be paid out', async ({ open, product: { address } }) => {
  const { page, complaints } = await open();
  const seller = await register(address);
  const main = page.getByRole('main');
  const prompt = `A red desert ${randomBytes(3).toString('hex')}`;

  await step('a member who has sold nothing is shown what to do', async () => {
    await enter(page, seller);
    await page.goto('/profit-sharing');
    await main.getByText('You have not sold anything yet').waitFor();
    await main.getByRole('link', { name: 'What a sale earns' }).waitFor();
  });

  await step('a sale in dollars is there with its picture, and with the day on which it is settled', async () => {
    const picture = await generate(address, seller.token, { prompt });
    const params = { id: picture.id };
    await callAs(address, seller.token)(generationHttp.makePublic, { params, body: { isPublic: true } });
    await patronOf(address, picture);
    const sold = main.getByRole('region', { name: 'Where it is now' });
    await expect(async () => {
      await page.reload();
      await sold.getByText('by 1 sale').waitFor({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await sold.getByText(/^Added to your account on .* at midnight \(UTC\)/).waitFor();
    await expect(sold.getByRole('button', { name: 'Request a payout' })).toHaveCount(0);
    await main.getByRole('list', { name: 'Pictures' }).getByRole('link', { name: prompt }).waitFor();
    await main.getByRole('rowheader', { name: /^Downloads on the plan Genesis/ }).waitFor();
  });

  await step('the figures behind the chart can be read', async () => {
    await main.locator('summary', { hasText: 'Show the figures' }).click();
    await main.getByRole('columnheader', { name: 'Challenges' }).waitFor();
  });

  expect(complaints).toEqual([]);
});
