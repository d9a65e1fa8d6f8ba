import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { createQueryClient } from '../../lib/queries.ts';
import { sampleGeneration, sampleVariant } from '../generation/testing/sample-generation.ts';
import { PublicGridSkeleton } from './public-grid-skeleton.tsx';
import { PublicGrid } from './public-grid.tsx';

const pictures = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    sampleGeneration({
      id: `6d7c1b1e-1111-4c3f-9a55-${String(n).padStart(12, '0')}`,
      original_prompt: `Picture ${n}`,
      status: 'completed',
      isPublic: true,
      variants: [{ ...sampleVariant(`v${n}`), width: 1024, height: 576 }],
    }),
  );

const sent = (count: number): string =>
  renderToString(
    <QueryClientProvider client={createQueryClient()}>
      <StaticRouter location="/public-gallery">
        <PublicGrid label="Public images" generations={pictures(count)} signedIn={false} />
      </StaticRouter>
    </QueryClientProvider>,
  );

test('what is sent has every card of the first part, and no styles of its own', () => {
  const html = sent(12);
  expect(html.match(/<article/g)).toHaveLength(12);
  expect(html).not.toMatch(/\sstyle=/);
  expect(renderToString(<PublicGridSkeleton />)).not.toMatch(/\sstyle=/);
});

test('every picture says its size; the first come at once, the others when they are near', () => {
  const images = sent(12).match(/<img[^>]*>/g) ?? [];
  expect(images).toHaveLength(12);
  for (const image of images)
    expect(image).toMatch(/srcSet="[^"]+ 384w, .+" sizes="[^"]+".* width="1024" height="576"/);
  const eager = images.filter((image) => image.includes('loading="eager"') && image.includes('fetchPriority="high"'));
  expect(eager).toEqual(images.slice(0, 6));
  expect(images.filter((image) => image.includes('loading="lazy"'))).toEqual(images.slice(6));
});
