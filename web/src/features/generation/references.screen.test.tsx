import { generationHttp } from '@easel/contracts/generation/http';
import type { KnownProvider } from '@easel/contracts/providers/policy';
import { providersHttp } from '@easel/contracts/providers/http';
import { purchasesHttp } from '@easel/contracts/purchases/http';
import { uploadProblems, uploadsHttp } from '@easel/contracts/uploads/http';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { button, server, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { broughtReference } from '../images/brought-reference.ts';
import { referenceOf } from '../images/reference.ts';
import { providersReply, sampleProvider } from '../providers/testing/sample-providers.ts';
import { forgetDraft, readDraft } from './draft.ts';
import { GeneratorPage } from './generator-page.tsx';
import { forgetJobs } from './jobs.ts';
import { sampleGeneration, sampleVariant } from './testing/sample-generation.ts';

withFakeServer();

const id = (kind: number, n: number) => `6d7c1b1e-${kind}${kind}${kind}${kind}-4c3f-9a55-00000000000${n}`;
const fox = sampleGeneration({
  id: id(1, 1),
  status: 'completed',
  created_at: new Date().toISOString(),
  variant_count: 2,
  variants: [sampleVariant(id(2, 1)), { ...sampleVariant(id(2, 2)), prompt: 'A fox at night' }],
});
const page = { page: 1, limit: 24, pages: 1, total: 1 };
const upload = {
  id: id(4, 1),
  file_name: 'barn.jpg',
  width: 800,
  height: 600,
  thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
  preview_url: '/api/uploads/u/preview',
  thumbnail_url: '/api/uploads/u/thumbnail',
  uploaded_at: '2026-11-30T12:00:00.000Z',
};

beforeEach(() => {
  signIn();
  forgetJobs();
  forgetDraft();
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  server
    .hold(generationHttp.one)
    .reply(generationHttp.list, { success: true, generations: [fox], pagination: page })
    .reply(purchasesHttp.own, {
      success: true,
      items: [
        {
          id: id(5, 1),
          generationId: id(6, 1),
          variantId: id(7, 1),
          size: '1K',
          original: '1K',
          method: 'credits',
          credits: 5,
          amount: 0,
          purchased_at: '2026-11-30T12:00:00.000Z',
          width: 1024,
          height: 1024,
          thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
          thumbnail_url: '/api/images/auth/purchases/p/thumbnail.webp',
          preview_url: '/api/images/auth/purchases/p/preview.webp',
          downloadUrl: '/api/purchases/p/file',
        },
      ],
      titles: { [id(6, 1)]: 'A lighthouse' },
      pagination: page,
    })
    .reply(uploadsHttp.list, { success: true, uploads: [upload], pagination: page })
    .reply(generationHttp.generate, { success: true, generation: { id: id(1, 9), status: 'queued' } });
});

const open = async (...providers: KnownProvider[]) => {
  server.reply(providersHttp.known, providersReply(providers));
  const user = show(
    <GeneratorPage
      preferences={{ defaultFormat: 'PNG' }}
      funds={{ credits: 50, imagesLeft: null }}
      tools={{ ImageTools: () => null, SheetTools: () => null, open: () => {} }}
      inspiration={null}
    />,
  );
  await screen.findByText('Reference pictures');
  return user;
};
const picker = async () => within(await screen.findByRole('dialog', { name: 'Add reference pictures' }));

test('sends own, bought and uploaded pictures with the order, up to the provider’s limit', async () => {
  const user = await open(sampleProvider({ references: 3, factor: 1.5 }));
  await user.click(button('Add a picture'));
  const dialog = await picker();
  await user.click(await dialog.findByRole('button', { name: 'A fox at night' }));
  await user.click(dialog.getByRole('radio', { name: 'Bought' }));
  await user.click(await dialog.findByRole('button', { name: 'A lighthouse' }));
  await user.click(dialog.getByRole('radio', { name: 'Uploads' }));
  await user.click(await dialog.findByRole('button', { name: 'barn.jpg' }));
  expect(dialog.getByText('3 of 3 chosen')).toBeTruthy();
  await user.click(dialog.getByRole('radio', { name: 'Yours' }));
  expect(await dialog.findByRole('button', { name: 'A fox' })).toHaveProperty('disabled', true);
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  expect(button('Add a picture')).toHaveProperty('disabled', true);
  await user.type(screen.getByLabelText(/^Prompt/), 'a fox by a lighthouse');
  await user.click(button(/^Generate/));
  await waitFor(() => expect(server.callsOf(generationHttp.generate)).toHaveLength(1));
  expect(server.callsOf(generationHttp.generate)[0]?.body).toMatchObject({
    expected_credits: 7.5,
    references: [
      { kind: 'image', id: id(2, 2), generation_id: id(1, 1) },
      { kind: 'image', id: id(7, 1), generation_id: id(6, 1) },
      { kind: 'upload', id: id(4, 1) },
    ],
  });
});

test('shows role and strength only if the provider uses them', async () => {
  broughtReference.set(referenceOf(fox, 0) ?? null);
  const user = await open(
    sampleProvider({ references: 2, referenceRoles: ['structure', 'style'], referenceStrength: true }),
    sampleProvider({ name: 'press', label: 'Press', factor: 3 }),
  );
  const role = await screen.findByLabelText('What is taken from: A fox');
  expect(role).toHaveProperty('value', 'structure');
  await user.selectOptions(role, 'style');
  fireEvent.change(screen.getByLabelText('Strength: A fox'), { target: { value: '80' } });
  await user.type(screen.getByLabelText(/^Prompt/), 'an owl');
  await user.click(button(/^Generate/));
  await waitFor(() => expect(server.callsOf(generationHttp.generate)).toHaveLength(1));
  expect(server.callsOf(generationHttp.generate)[0]?.body).toMatchObject({
    references: [{ kind: 'image', id: id(2, 1), role: 'style', strength: 80 }],
  });
  await user.selectOptions(await screen.findByLabelText('Made by'), 'press');
  expect(screen.queryByLabelText('What is taken from: A fox')).toBeNull();
  expect(screen.queryByLabelText('Strength: A fox')).toBeNull();
});

test('adds a picture from another page to the references, and keeps it in the draft', async () => {
  await open(sampleProvider());
  broughtReference.set(referenceOf(fox, 1) ?? null);
  expect(await screen.findByRole('button', { name: 'Remove: A fox' })).toBeTruthy();
  expect(broughtReference.get()).toBeNull();
  window.dispatchEvent(new Event('pagehide'));
  expect(readDraft()).toMatchObject({ references: [{ id: id(2, 2), generation_id: id(1, 1) }] });
  cleanup();
  const user = await open(sampleProvider());
  await user.click(await screen.findByRole('button', { name: 'Remove: A fox' }));
  expect(screen.queryByRole('list', { name: 'Chosen reference pictures' })).toBeNull();
});

test('explains that a provider takes no references', async () => {
  await open(sampleProvider({ references: 0 }));
  const add = button('Add a picture');
  expect(add).toHaveProperty('disabled', true);
  expect(document.getElementById(add.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Painter takes no reference pictures',
  );
});

test('uploads and selects all dropped files, and explains why another is refused', async () => {
  const user = await open(sampleProvider());
  await user.click(button('Add a picture'));
  const dialog = await picker();
  await user.click(dialog.getByRole('radio', { name: 'Uploads' }));
  const drop = async (...names: string[]) => {
    const input = await dialog.findByLabelText<HTMLInputElement>('Pictures to upload');
    await waitFor(() => expect(input.disabled).toBe(false));
    fireEvent.change(input, { target: { files: names.map((name) => new File(['x'], name)) } });
  };
  server.refuse(uploadsHttp.send, uploadProblems.notAPicture);
  await drop('notes.txt');
  const failed = within(await dialog.findByRole('list', { name: 'Not uploaded' }));
  expect(failed.getByText('notes.txt').closest('li')?.textContent).toContain(uploadProblems.notAPicture.message);
  let sent = 1;
  server.reply(uploadsHttp.send, () => ({ success: true as const, upload: { ...upload, id: id(4, (sent += 1)) } }));
  await drop('mill.png', 'barn.png');
  expect(await dialog.findByText('2 of 4 chosen')).toBeTruthy();
});

test('a picture that is still uploaded when the dialog closes is chosen, and a failure is reported', async () => {
  const user = await open(sampleProvider());
  await user.click(button('Add a picture'));
  const dialog = await picker();
  await user.click(dialog.getByRole('radio', { name: 'Uploads' }));
  server.reply(uploadsHttp.send, () => {
    fireEvent.click(dialog.getByRole('button', { name: 'Done' }));
    server.refuse(uploadsHttp.send, uploadProblems.notAPicture);
    return { success: true as const, upload: { ...upload, id: id(4, 2), file_name: 'mill.png' } };
  });
  const files = [new File(['x'], 'mill.png'), new File(['x'], 'notes.txt')];
  fireEvent.change(await dialog.findByLabelText('Pictures to upload'), { target: { files } });
  expect(await screen.findByRole('button', { name: 'Remove: mill.png' })).toBeTruthy();
  expect(await screen.findByText(`notes.txt: ${uploadProblems.notAPicture.message}`)).toBeTruthy();
});
