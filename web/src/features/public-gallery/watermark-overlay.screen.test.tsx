import { galleryHttp } from '@easel/contracts/gallery/http';
import type { Generation } from '@easel/contracts/generation/http';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server, show, withFakeServer } from '../../lib/testing/screen.tsx';
import { sampleGeneration, sampleVariant } from '../generation/testing/sample-generation.ts';
import ImagePage from './image-page.tsx';
import { PublicViewer } from './public-viewer.tsx';

withFakeServer();

const id = '6d7c1b1e-1111-4c3f-9a55-000000000001';
const picture = (yours?: Generation['yours']): Generation =>
  sampleGeneration({
    id,
    isPublic: true,
    categories: ['public'],
    original_prompt: 'A red fox',
    variant_count: 1,
    variants: [sampleVariant('v1')],
    ...(yours && { yours }),
  });

const pages = {
  viewer: (generation: Generation) =>
    show(
      <PublicViewer
        generations={[generation]}
        shown={id}
        onShow={() => {}}
        signedIn={false}
        onClose={() => {}}
        onGone={() => {}}
      />,
    ),
  'image page': (generation: Generation) => {
    server.reply(galleryHttp.publicOne, { success: true as const, generation });
    return show(<ImagePage />, { at: `/image/${id}`, pattern: '/image/:id' });
  },
};

const text = `Easel · ${id} · easel.example`;

test.each(Object.entries(pages))('the %s shows a public picture with a watermark over it', async (_page, open) => {
  open(picture());
  expect(await screen.findByAltText('A red fox')).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
});

test.each(
  Object.entries(pages).flatMap(([page, open]) =>
    (['made', 'bought'] as const).map((yours) => [page, yours, open] as const),
  ),
)('the %s shows a picture that its viewer has %s without a watermark', async (_page, yours, open) => {
  open(picture(yours));
  expect(await screen.findByAltText('A red fox')).toBeTruthy();
  expect(screen.queryByText(text)).toBeNull();
});
