import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { createQueryClient } from '../../lib/queries.ts';
import { sampleGeneration, sampleVariant } from '../generation/testing/sample-generation.ts';
import { PublicGridSkeleton } from './public-grid-skeleton.tsx';
import { PublicGrid } from './public-grid.tsx';

const pictures = (count: number, widths: readonly number[]) =>
  Array.from({ length: count }, (_, n) =>
    sampleGeneration({
      id: `6d7c1b1e-1111-4c3f-9a55-${String(n).padStart(12, '0')}`,
      original_prompt: `Picture ${n}`,
      status: 'completed',
      isPublic: true,
      variants: [{ ...sampleVariant(`v${n}`), width: widths[n] ?? 1024, height: 576 }],
    }),
  );

const sent = (count: number, widths: readonly number[] = []): string =>
  renderToString(
    <QueryClientProvider client={createQueryClient()}>
      <StaticRouter location="/public-gallery">
        <PublicGrid label="Public images" generations={pictures(count, widths)} signedIn={false} />
      </StaticRouter>
    </QueryClientProvider>,
  );

test('what is sent has every card of the first part, and no styles of its own', () => {
  const html = sent(12);
  expect(html.match(/<article/g)).toHaveLength(12);
  expect(html).not.toMatch(/\sstyle=/);
  expect(renderToString(<PublicGridSkeleton />)).not.toMatch(/\sstyle=/);
});

test('gives every picture its size, and fetches only the first at once', () => {
  const images = sent(12).match(/<img[^>]*>/g) ?? [];
  expect(images).toHaveLength(12);
  for (const image of images)
    expect(image).toMatch(/srcSet="[^"]+ 384w, .+" sizes="[^"]+".* width="1024" height="576"/);
  const eager = images.filter((image) => image.includes('loading="eager"') && image.includes('fetchPriority="high"'));
  expect(eager).toEqual(images.slice(0, 1));
  expect(images.filter((image) => image.includes('loading="lazy"'))).toEqual(images.slice(1));
});

describe('the preload of the largest picture that is seen first', () => {
  /** Pictures of these shapes, 576 pixels high. */
  const preloads = (widths: readonly number[]) =>
    (sent(widths.length, widths).match(/<link[^>]*rel="preload"[^>]*>/g) ?? []).flatMap((link) => {
      const media = /media="([^"]+)"/.exec(link)?.[1];
      return media === undefined ? [] : [[media, /v\d+/.exec(link)?.[0], link.includes('fetchPriority="high"')]];
    });

  test('is of the one that is alone in its row on a phone, and of the widest on a large screen', () => {
    expect(preloads([864, 432, 324, 1024, 576, 864, 432, 324, 1024, 576])).toEqual([
      ['(max-width: 599px)', 'v2', true],
      ['(min-width: 600px)', 'v3', true],
    ]);
  });

  test('asks for the same file as the card', () => {
    const html = sent(4, [864, 432, 324, 1024]);
    const ofCard = /<img[^>]*v3[^>]*>/.exec(html)?.[0] ?? '';
    const [, srcSet = '', sizes = ''] = /srcSet="([^"]+)" sizes="([^"]+)"/.exec(ofCard) ?? [];
    expect(html).toContain(`imageSrcSet="${srcSet}" imageSizes="${sizes}"`);
  });

  test('is left out where the first picture is the largest', () => {
    expect(preloads([1024, 1024, 1024])).toEqual([]);
    expect(preloads([])).toEqual([]);
  });
});
