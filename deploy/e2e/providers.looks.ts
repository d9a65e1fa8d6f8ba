import type { generationHttp } from '@easel/contracts/generation/http';
import type { Reply } from '@easel/contracts/kernel/client/address';
import type { providersHttp } from '@easel/contracts/providers/http';
import type { uploadsHttp } from '@easel/contracts/uploads/http';
import { UPLOADS_MAX } from '@easel/contracts/uploads/policy';
import type { Locator, Page } from 'playwright-core';
import { changeReply } from './changed-reply.ts';
import { test } from './fixtures.ts';
import { everyLook } from './every-look.ts';
import type { Look } from './look.ts';

test.use({ providers: 'stand-in' });

const STUDIO = '/generator';
const GALLERY = '/your-gallery';
const UPLOADS = '/your-gallery?view=uploads';

/** Looks like a PNG picture, and ends there. */
const PNG_HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

async function chosen(page: Page, label: string): Promise<void> {
  await page.getByLabel('Made by').selectOption({ label });
  await page.getByText(`Made by ${label}`).waitFor();
}

async function picker(page: Page): Promise<Locator> {
  await chosen(page, 'Stand-in Mystic');
  await page.getByRole('button', { name: 'Add a picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add reference pictures' });
  await dialog.locator('img').first().waitFor();
  return dialog;
}

async function pickFrom(page: Page, source: string): Promise<Locator> {
  const dialog = await picker(page);
  await dialog.getByRole('radio', { name: source }).check();
  return dialog;
}

type Availability = Reply<typeof providersHttp.known>['providers'][number]['availability'];

/** The studio while its provider is in that state, with what to do about it opened. */
async function unavailable(page: Page, availability: Availability): Promise<void> {
  await changeReply<Reply<typeof providersHttp.known>>(page, '**/api/providers', (reply) => ({
    ...reply,
    providers: reply.providers.map((one) => (one.label === 'Stand-in Mystic' ? { ...one, availability } : one)),
  }));
  await page.reload();
  const suffix = availability.state === 'paused' ? 'paused' : 'does not answer';
  await page.getByLabel('Made by').selectOption({ label: `Stand-in Mystic (${suffix})` });
  await page.locator('form summary', { hasText: /^Stand-in Mystic/ }).waitFor();
}

/** The newest picture, as a provider that rewrites prompts made it from another one. */
async function viewer(page: Page): Promise<Locator> {
  await page
    .getByRole('link', { name: /^Open:/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Image preview' });
  await dialog.locator('img').first().waitFor();
  await dialog.getByRole('button', { name: 'More like this' }).waitFor();
  return dialog;
}

async function editing(page: Page, button: string, title: string): Promise<Locator> {
  await (await viewer(page)).getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByText(/^Made by Stand-in/).waitFor();
  return dialog;
}

type Uploads = Reply<typeof uploadsHttp.list>;

/** The list of uploads, changed before the page has it. */
async function uploads(page: Page, change: (reply: Uploads) => Uploads): Promise<void> {
  await changeReply<Uploads>(page, /\/api\/uploads(\?.*)?$/, change);
  await page.reload();
}

const looks: readonly Look[] = [
  {
    name: 'providers-automatic',
    path: STUDIO,
    gate: false,
    settle: (page) => page.getByText(/^Made by Stand-in FLUX/).waitFor(),
  },
  {
    name: 'providers-dearer',
    path: STUDIO,
    gate: false,
    async settle(page) {
      await chosen(page, 'Stand-in Mystic');
      await page.getByText(/No T-shirts: Stand-in Mystic/).waitFor();
    },
  },
  {
    name: 'providers-greyed',
    path: STUDIO,
    gate: false,
    async settle(page) {
      await chosen(page, 'Stand-in Images');
      await page.getByText('Advanced', { exact: true }).click();
      await page.getByText('Stand-in Images takes no negative prompt').waitFor();
    },
  },
  {
    name: 'providers-references',
    path: STUDIO,
    gate: false,
    async settle(page) {
      const dialog = await picker(page);
      await dialog.getByRole('list').getByRole('button').first().click();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.getByLabel(/^What is taken from/).waitFor();
    },
  },
  {
    name: 'providers-pick',
    path: STUDIO,
    gate: false,
    overlay: true,
    async settle(page) {
      await picker(page);
    },
  },
  {
    name: 'providers-pick-bought',
    path: STUDIO,
    gate: false,
    overlay: true,
    async settle(page) {
      const dialog = await pickFrom(page, 'Bought');
      await dialog.getByText('You have not bought any pictures yet.').waitFor();
    },
  },
  {
    name: 'providers-pick-uploads',
    path: STUDIO,
    gate: false,
    overlay: true,
    async settle(page) {
      const dialog = await pickFrom(page, 'Uploads');
      await dialog.getByRole('button', { name: 'a-red-desert-at-noon.webp' }).click();
      await dialog.getByText(/^1 of/).waitFor();
    },
  },
  {
    name: 'providers-paused',
    path: STUDIO,
    gate: false,
    settle: (page) => unavailable(page, { state: 'paused', reason: 'Its bill is being checked' }),
  },
  {
    name: 'providers-failing',
    path: STUDIO,
    gate: false,
    async settle(page) {
      const until = new Date(Date.now() + 60_000).toISOString();
      await unavailable(page, { state: 'failing', reason: 'unreachable', until });
      await page.locator('form summary', { hasText: /^Stand-in Mystic/ }).click();
      await page.getByRole('button', { name: 'Use Stand-in FLUX' }).waitFor();
    },
  },
  {
    name: 'providers-viewer',
    path: GALLERY,
    gate: false,
    overlay: true,
    async settle(page) {
      const revised_prompt = 'A red desert under a pale sky, in soft daylight with fine detail';
      await changeReply<Reply<typeof generationHttp.one>>(page, /\/api\/generation\/[0-9a-f-]{36}$/, (reply) => ({
        ...reply,
        generation: {
          ...reply.generation,
          variants: reply.generation.variants.map((variant) => ({ ...variant, revised_prompt, references: 2 })),
        },
      }));
      const dialog = await viewer(page);
      const rewritten = dialog.getByText(revised_prompt);
      await rewritten.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'providers-similar',
    path: GALLERY,
    gate: false,
    overlay: true,
    async settle(page) {
      await editing(page, 'More like this', 'More like this');
    },
  },
  {
    name: 'providers-replace',
    path: GALLERY,
    gate: false,
    overlay: true,
    async settle(page) {
      const dialog = await editing(page, 'Replace a part…', 'Replace a part');
      await dialog.getByText('Mark a rectangle by numbers').click();
      await dialog.getByRole('button', { name: 'Mark the rectangle' }).click();
      await dialog.getByText('25 % is marked').waitFor();
    },
  },
  {
    name: 'providers-extend',
    path: GALLERY,
    gate: false,
    overlay: true,
    async settle(page) {
      const dialog = await editing(page, 'Extend…', 'Extend the picture');
      await dialog.getByText(/^The hatched parts/).waitFor();
    },
  },
  {
    name: 'uploads-none',
    path: UPLOADS,
    gate: false,
    async settle(page) {
      await uploads(page, (reply) => ({
        ...reply,
        uploads: [],
        pagination: { ...reply.pagination, pages: 0, total: 0 },
      }));
      await page.getByText('No uploads yet').waitFor();
    },
  },
  {
    name: 'uploads-refused',
    path: UPLOADS,
    gate: false,
    refused: '/api/uploads',
    async settle(page) {
      await page.getByLabel('Pictures to upload').setInputFiles([
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') },
        { name: 'a-very-long-name-of-a-file-that-was-cut-in-the-middle.png', mimeType: 'image/png', buffer: PNG_HEAD },
      ]);
      await page.getByRole('list', { name: 'Not uploaded' }).getByRole('listitem').nth(1).waitFor();
      await page.getByText('Choose pictures').waitFor();
    },
  },
  {
    name: 'uploads-full',
    path: UPLOADS,
    gate: false,
    async settle(page) {
      await uploads(page, (reply) => ({
        ...reply,
        pagination: { ...reply.pagination, pages: 9, total: UPLOADS_MAX },
      }));
      await page.getByText('No more can be uploaded').waitFor();
    },
  },
];

everyLook('app', 'member', looks);
