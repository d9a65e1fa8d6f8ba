import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { step, test } from './fixtures.ts';
import { fillRegistration, newMember } from './people.ts';

const PICTURE = `document.querySelector('figure img')`;
/** Of a few pixels at its lower right, red, green, blue and alpha each. */
const FOOT = `(() => {
  const image = ${PICTURE};
  const { naturalWidth: width, naturalHeight: height } = image;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0);
  return [...pen.getImageData(width - 20, height - 10, 10, 5).data];
})()`;

test('a visitor makes a picture, registers, and finds it', { tag: '@gate' }, async ({ open }) => {
  const { page, complaints } = await open();
  const prompt = 'A red fox in the snow';
  const picture = page.getByRole('img', { name: prompt });
  let address = '';

  await step('one field and its key make a picture, and say before what it will be', async () => {
    await page.goto('/search');
    const field = page.getByRole('textbox', { name: 'Describe a picture' });
    await field.fill(prompt);
    await page.getByText(/^Will be drawn: .*fox/).waitFor();
    await field.press('Enter');
    await page.getByText('Your picture is ready.').waitFor({ timeout: 60_000 });
    await expect.poll(() => page.evaluate(`${PICTURE}.naturalWidth`)).toBe(512);
  });

  await step('it bears a mark, and nobody else can fetch it', async () => {
    // The bar at its foot is dark wherever nothing is written on it.
    const foot = (await page.evaluate(FOOT)) as number[];
    const light = foot.filter((_, index) => index % 4 !== 3);
    assert.ok(Math.max(...light) < 130, `its foot is ${light.join(' ')}`);
    address = (await picture.getAttribute('src')) ?? '';
    const stranger = await open();
    assert.equal((await stranger.page.request.get(address)).status(), 404);
  });

  await step('it is there again when the page is', async () => {
    await page.reload();
    await picture.waitFor();
  });

  await step('who registers keeps it, without the mark', async () => {
    await page.getByRole('link', { name: 'Create an account to keep it' }).click();
    await page.waitForURL('**/register');
    const member = newMember();
    await fillRegistration(page, { ...member, confirmPassword: member.password });
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('What you made is in Your Gallery.').waitFor();
    await expect(async () => {
      await page.goto('/your-gallery');
      await page.getByRole('article').filter({ hasText: prompt }).waitFor({ timeout: 3_000 });
    }).toPass();
    assert.equal((await page.request.get(address)).status(), 404);
  });

  assert.deepEqual(complaints, []);
});
