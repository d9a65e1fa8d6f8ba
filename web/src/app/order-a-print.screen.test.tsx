import { generationHttp } from '@easel/contracts/generation/http';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ImageViewer } from '../features/gallery/image-viewer.tsx';
import { sampleGeneration, sampleVariant } from '../features/generation/testing/sample-generation.ts';
import { PublicDetails } from '../features/public-gallery/public-details.tsx';
import { PurchaseCard } from '../features/purchases/purchase-card.tsx';
import { slideKey } from '../features/images/slides.ts';
import { server, show, signIn, withFakeServer } from '../lib/testing/screen.tsx';
import { ImageTools } from './result-tools.tsx';

withFakeServer();
beforeEach(signIn);

const id = '6d7c1b1e-1111-4c3f-9a55-000000000001';
const variants = [sampleVariant('v1'), sampleVariant('v2')];
const own = sampleGeneration({ id, status: 'completed', variant_count: 2, variants });
const way = `/shop?picture=${id}&variant=v2`;
const link = () => screen.getByRole('link', { name: /^Order a print/ }).getAttribute('href');

test('the viewer of the gallery leads to the shop with the image that is shown', async () => {
  server.reply(generationHttp.one, { success: true, generation: own });
  const nothing = vi.fn<() => void>();
  show(
    <ImageViewer generations={[own]} shown={slideKey(id, 1)} onShow={nothing} onClose={nothing} onDeleted={nothing} />,
  );
  await screen.findByRole('dialog');
  expect(link()).toBe(way);
});

test('the results of the studio lead to the shop', async () => {
  const nothing = vi.fn<() => void>();
  show(<ImageTools generation={own} variantIndex={1} onReuse={nothing} onUseSeed={nothing} onCompare={nothing} />);
  // The browser opens it, of which there is none here.
  const toggled = Object.assign(new Event('beforetoggle'), { newState: 'open' });
  fireEvent(document.querySelector('[popover]') ?? document, toggled);
  await screen.findByRole('link', { name: /^Order a print/ });
  expect(link()).toBe(way);
});

test('a purchase leads to the shop', () => {
  show(
    <PurchaseCard
      purchase={{
        id,
        generationId: id,
        variantId: 'v2',
        size: '2K',
        original: '2K',
        method: 'card',
        credits: 0,
        amount: 1.5,
        purchased_at: '2026-11-20T10:00:00.000Z',
        width: 2048,
        height: 1152,
        thumbhash: '',
        thumbnail_url: '/thumbnail.webp',
        preview_url: '/preview.webp',
        downloadUrl: '/file',
      }}
      title="A fox"
      tile={{ widthPx: 300, pictureWidthPx: 300, heightPx: 200 }}
      eager
      onDownload={() => {}}
    />,
  );
  expect(link()).toBe(way);
});

test.each([
  ['one’s own private picture', { isPublic: false }, true],
  ['one’s own public picture', { isPublic: true, yours: 'made' as const }, true],
  ['a picture that was bought', { isPublic: true, yours: 'bought' as const }, true],
  ['somebody else’s picture', { isPublic: true }, false],
])('the page of %s leads to the shop only where it may be printed', (_, change, mayBePrinted) => {
  show(<PublicDetails generation={{ ...own, ...change }} variantIndex={1} signedIn />);
  const links = screen.queryAllByRole('link', { name: 'Order a print' });
  expect(links.map((one) => one.getAttribute('href'))).toEqual(mayBePrinted ? [way] : []);
});
