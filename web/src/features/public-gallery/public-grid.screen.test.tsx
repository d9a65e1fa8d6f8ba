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

describe('the preload of the largest picture on a wide screen', () => {
  const preloads = (widths: readonly number[]) =>
    (sent(widths.length, widths).match(/<link[^>]*rel="preload"[^>]*>/g) ?? []).filter((link) =>
      link.includes('media="(min-width: 600px)"'),
    );

  test('names the widest of the first row, as its card asks for it', () => {
    const [link, ...others] = preloads([576, 400, 1024, 576, 2048]);
    expect(others).toEqual([]);
    expect(link).toContain('fetchPriority="high"');
    expect(link).toContain('v2');
    const card = /<img[^>]*v2[^>]*>/.exec(sent(5, [576, 400, 1024, 576, 2048]))?.[0] ?? '';
    const [, srcSet = '', sizes = ''] = /srcSet="([^"]+)" sizes="([^"]+)"/.exec(card) ?? [];
    expect(link).toContain(`imageSrcSet="${srcSet}"`);
    expect(link).toContain(`imageSizes="${sizes}"`);
  });

  test('is left out where the first picture is the widest', () => {
    expect(preloads([1024, 576, 400])).toEqual([]);
  });
});
