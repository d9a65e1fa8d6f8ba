import { randomBytes } from 'node:crypto';
import { generationHttp } from '@easel/contracts/generation/http';
import type { Page } from 'playwright-core';
import { step, test } from './fixtures.ts';
import { enter, register } from './people.ts';
import { downloadOf } from './shop.ts';
import { callAs } from './wire.ts';

/** A file says where it came from, wherever it goes: anybody asks it, without an account. */
test('where a file came from', async ({ open, product: { address } }) => {
  const prompt = `A heron with papers ${randomBytes(3).toString('hex')}`;
  const member = await register(address);
  const call = callAs(address, member.token);
  const { generation } = await call(generationHttp.generate, { body: { prompt, resolution: '1k', agreed: true } });
  await call(generationHttp.makePublic, { params: { id: generation.id }, body: { isPublic: true } });
  const { page } = await open();
  const visitor = await open();
  let original: Buffer;
  let jpeg: Buffer;

  await step('she downloads her picture, as it was made and in another format', async () => {
    const reply = await fetch(`${address}/api/generation/download/${generation.id}/0`, {
      headers: { authorization: `Bearer ${member.token}` },
    });
    original = Buffer.from(await reply.arrayBuffer());
    await enter(page, member);
    await page.goto('/your-gallery');
    await page
      .getByRole('article')
      .filter({ hasText: prompt })
      .getByRole('button', { name: /^Download/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Download' });
    jpeg = await downloadOf(page, () => dialog.getByRole('button', { name: 'Download' }).click());
  });

  await step('a visitor asks each of them, and is led to the picture', async () => {
    for (const buffer of [original, jpeg]) {
      await ask(visitor.page, { name: 'heron.png', mimeType: 'image/png', buffer });
      await visitor.page.getByText('heron.png came from Easel and has not been changed since.').waitFor();
    }
    await visitor.page.getByRole('link', { name: generation.id }).click();
    await visitor.page.waitForURL(`**/image/${generation.id}`);
  });

  await step('a file that somebody has changed says so', async () => {
    const buffer = Buffer.from(original);
    const at = buffer.length - 2_000;
    buffer[at] = (buffer[at] ?? 0) ^ 1;
    await ask(visitor.page, { name: 'changed.png', mimeType: 'image/png', buffer });
    await visitor.page.getByText(/^changed\.png was changed after it left Easel/).waitFor();
  });

  await step('another file says nothing', async () => {
    await ask(visitor.page, { name: 'other.png', mimeType: 'image/png', buffer: randomBytes(4_000) });
    await visitor.page.getByText(/^other\.png does not say that it came from Easel/).waitFor();
  });
});

async function ask(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.goto('/verify-image');
  await page.getByLabel('Image to verify').setInputFiles(file);
}
