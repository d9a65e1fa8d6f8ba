import { galleryHttp } from '@easel/contracts/gallery/http';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { server, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { sampleGeneration, sampleVariant } from '../generation/testing/sample-generation.ts';
import GalleryPage from './gallery-page.tsx';

withFakeServer();

/** Tells nothing, as before the first frame. */
class SilentObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  signIn();
  vi.stubGlobal('IntersectionObserver', SilentObserver);
  vi.stubGlobal('ResizeObserver', SilentObserver);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
});
afterEach(() => vi.restoreAllMocks());

const TOTAL = 100;

function hasPictures(): void {
  server.reply(galleryHttp.own, ({ query }) => {
    const [page, limit] = [Number(query['page']), Number(query['limit'])];
    return {
      success: true as const,
      items: Array.from({ length: limit }, (_, n) =>
        sampleGeneration({
          id: `6d7c1b1e-1111-4c3f-9a55-${String(page * 100 + n).padStart(12, '0')}`,
          original_prompt: `Picture ${(page - 1) * limit + n + 1}`,
          status: 'completed',
          variants: [sampleVariant(`v${page}-${n}`)],
        }),
      ),
      total: TOTAL,
      pagination: { page, limit, pages: Math.ceil(TOTAL / limit), total: TOTAL },
    };
  });
}

test('shows the first part of the wall with its data, and reads no other before it is near', async () => {
  hasPictures();
  show(<GalleryPage />, { at: '/your-gallery?view=wall' });
  expect(await screen.findByRole('link', { name: 'Open: Picture 1' })).toBeTruthy();
  expect(screen.getAllByRole('link', { name: /^Open: / })).toHaveLength(32);
  expect(server.callsOf(galleryHttp.own).map(({ query }) => query['page'])).toEqual(['1']);
});
