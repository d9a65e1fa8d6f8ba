import { accountHttp } from '@easel/contracts/account/http';
import { collectionsHttp } from '@easel/contracts/collections/http';
import { galleryHttp } from '@easel/contracts/gallery/http';
import { generationHttp, generationProblems } from '@easel/contracts/generation/http';
import { problems } from '@easel/contracts/kernel/problem';
import { searchHttp } from '@easel/contracts/search/http';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import GalleryPage from '../features/gallery/gallery-page.tsx';
import { ImageViewer } from '../features/gallery/image-viewer.tsx';
import { sampleGeneration, sampleVariant } from '../features/generation/testing/sample-generation.ts';
import { slideKey } from '../features/images/slides.ts';
import PublicGalleryPage from '../features/public-gallery/public-gallery-page.tsx';
import { createQueryClient, readAnew } from '../lib/queries.ts';
import { button, server, show, signIn, withFakeServer } from '../lib/testing/screen.tsx';
import { CollectingDeals } from './collecting-deals.tsx';

withFakeServer();

const picture = (n: number, variants = 1) =>
  sampleGeneration({
    id: `6d7c1b1e-1111-4c3f-9a55-00000000000${n}`,
    original_prompt: `Picture ${n}`,
    status: 'completed',
    isPublic: true,
    variant_count: variants,
    variants: Array.from({ length: variants }, (_, index) => sampleVariant(`v${n}-${index}`)),
  });
const first = picture(1);
const second = picture(2);
const elsewhere = picture(3);
const page = {
  success: true as const,
  items: [first, second],
  total: 2,
  pagination: { page: 1, limit: 12, pages: 1, total: 2 },
};

/** The browser's own Back, and its address bar. */
function Browser() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (
    <>
      <button type="button" onClick={() => void navigate(-1)}>
        The browser’s Back
      </button>
      <p>{`now ${pathname}${search}`}</p>
    </>
  );
}
const viewer = () => screen.findByRole('dialog', { name: 'Image preview' });
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const back = () => screen.getByText('The browser’s Back');

beforeEach(() => {
  signIn();
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  server
    .reply(galleryHttp.own, page)
    .reply(galleryHttp.public, { ...page, nextCursor: null })
    .reply(generationHttp.one, ({ path }) => ({
      success: true as const,
      generation: [first, second, elsewhere].find(({ id }) => path.endsWith(id)) ?? first,
    }))
    .reply(galleryHttp.publicOne, { success: true, generation: elsewhere })
    .reply(galleryHttp.ownSuggestions, { success: true, suggestions: [] })
    .reply(searchHttp.suggestions, { success: true, suggestions: [] })
    .reply(searchHttp.categories, { success: true, categories: [] });
});

describe.each([
  { what: 'your gallery', at: '/your-gallery', Gallery: GalleryPage },
  { what: 'the public gallery', at: '/public-gallery', Gallery: PublicGalleryPage },
])('the viewer of $what', ({ at, Gallery }) => {
  const open = (query = '') =>
    show(
      <>
        <Gallery />
        <Browser />
      </>,
      { at: `${at}${query}` },
    );

  test('has an address, which follows the picture that is shown, and Back closes it', async () => {
    const user = open('?search=fox');
    await user.click(await screen.findByRole('link', { name: 'Open: Picture 1' }));
    await viewer();
    expect(screen.getByText(`now ${at}?search=fox&image=${first.id}`)).toBeTruthy();
    await user.click(button('Next image'));
    await screen.findByText(`now ${at}?search=fox&image=${second.id}`);
    await user.click(back());
    await isClosed();
    expect(screen.getByText(`now ${at}?search=fox`)).toBeTruthy();
  });

  test('leaves nothing in the history when it is closed', async () => {
    const user = open();
    await user.click(await screen.findByRole('link', { name: 'Open: Picture 1' }));
    await viewer();
    await user.click(button('Close'));
    await isClosed();
    expect(screen.getByText(`now ${at}`)).toBeTruthy();
  });

  test('is opened by a link, also to a picture that is not on this page', async () => {
    const user = open(`?image=${elsewhere.id}`);
    expect((await within(await viewer()).findAllByText('Picture 3')).length).toBeGreaterThan(0);
    await user.click(button('Close'));
    await isClosed();
    expect(screen.getByText(`now ${at}`)).toBeTruthy();
  });

  test('says that there is nothing to see by a link to what is not there', async () => {
    server.refuse(generationHttp.one, problems.notFound).refuse(galleryHttp.publicOne, problems.notFound);
    open(`?image=${elsewhere.id}`);
    expect(await screen.findByText('No image available to view')).toBeTruthy();
    await screen.findByText(`now ${at}`);
  });
});

test('Back closes a dialog that was opened from the viewer with it', async () => {
  server.reply(collectionsHttp.list, { success: true, collections: [] });
  const user = show(
    <CollectingDeals>
      <GalleryPage />
      <Browser />
    </CollectingDeals>,
    { at: '/your-gallery' },
  );
  await user.click(await screen.findByRole('link', { name: 'Open: Picture 1' }));
  await viewer();
  await user.click(button('Add to a collection'));
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(2));
  await user.click(back());
  await isClosed();
});

/** The viewer of one picture, which remembers which image it shows. */
function OneViewer() {
  const [shown, onShow] = useState(picture(1).id);
  return (
    <ImageViewer generations={[picture(1)]} shown={shown} onShow={onShow} onClose={() => {}} onDeleted={() => {}} />
  );
}

test('a new variant is offered once it is there, and shown where that is wanted', async () => {
  const client = createQueryClient();
  server.reply(accountHttp.balance, { success: true, balance: 0, credits: 50, held: 0 });
  server.reply(generationHttp.createVariant, {
    success: true,
    message: 'Creating variant...',
    variantId: 'v',
    generationId: 'g',
    credits: { charged: 5, balance: 45 },
  });
  const user = show(<OneViewer />, { client });
  await user.click(await screen.findByRole('button', { name: 'Create variant' }));
  await user.click(await screen.findByRole('button', { name: /^Create for/ }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Create a variant' })).toBeNull());
  expect(screen.queryByText('The new variant is ready.')).toBeNull();
  server.reply(generationHttp.one, { success: true, generation: picture(1, 2) });
  await readAnew(client, 'generations');
  await screen.findByText('The new variant is ready.');
  await user.click(button('Show it'));
  expect(await screen.findByText('2 / 2')).toBeTruthy();
  expect(screen.queryByText('The new variant is ready.')).toBeNull();
});

test('the viewer zooms by its button, by a click on the picture and by keys', async () => {
  const user = show(<OneViewer />);
  await user.click(await screen.findByRole('button', { name: 'Zoom in' }));
  await user.keyboard('-');
  await user.click(await screen.findByRole('button', { name: 'Zoom in' }));
  await user.click(screen.getByRole('img', { name: 'Picture 1' }));
  await user.click(screen.getByRole('img', { name: 'Picture 1' }));
  expect(button('Zoom out')).toBeTruthy();
  await user.keyboard('-+');
  expect(button('Zoom out')).toBeTruthy();
});

test('the viewer says why a picture has to stay private', async () => {
  const generation = { ...picture(1), isPublic: false };
  server
    .reply(generationHttp.one, { success: true, generation })
    .refuse(generationHttp.makePublic, generationProblems.trialStaysPrivate);
  const ignore = () => {};
  const user = show(
    <ImageViewer
      generations={[generation]}
      shown={picture(1).id}
      onShow={ignore}
      onClose={ignore}
      onDeleted={ignore}
    />,
  );
  await user.click(await screen.findByRole('button', { name: 'Make public' }));
  expect(await screen.findByText(generationProblems.trialStaysPrivate.message)).toBeTruthy();
  server.refuse(generationHttp.makePublic, problems.unavailable);
  await user.click(button('Make public'));
  expect(await screen.findByText('Failed to make image public')).toBeTruthy();
});

test('the viewer says what the built-in renderer read of a prompt, of its own images alone', async () => {
  const both = picture(1, 2);
  const [own, other] = both.variants;
  if (!own || !other) throw new Error('two images');
  const generation = { ...both, variants: [own, { ...other, provider: 'flux' }] };
  server.reply(generationHttp.one, { success: true, generation });
  const ignore = () => {};
  const shownAt = (index: number) => {
    const key = slideKey(generation.id, index);
    show(<ImageViewer generations={[generation]} shown={key} onShow={ignore} onClose={ignore} onDeleted={ignore} />);
  };
  shownAt(0);
  expect(await screen.findByText('Drawn')).toBeTruthy();
  cleanup();
  shownAt(1);
  expect(await screen.findByText('2 / 2')).toBeTruthy();
  expect(screen.queryByText('Drawn')).toBeNull();
});

test('the viewer leaves the shortcuts of the browser to the browser', async () => {
  const user = show(<OneViewer />);
  await user.click(await screen.findByRole('button', { name: 'Zoom in' }));
  await user.keyboard('-');
  await user.keyboard('{Control>}+{/Control}{Meta>}+{/Meta}{Alt>}+{/Alt}');
  expect(button('Zoom in')).toBeTruthy();
  await user.keyboard('+');
  expect(button('Zoom out')).toBeTruthy();
});
