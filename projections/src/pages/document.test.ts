import type { RenderedPage } from '@easel/contracts/pages/rendered-page';
import { describe, expect, test } from 'vitest';
import { canonicalPath, documentOf } from './document.ts';

const TEMPLATE = '<head><!--head--></head><div id="root"><!--body--></div><script><!--data--></script>';
const HOSTILE = '"><script>alert(1)</script> $& $1';
const site = 'https://easel.example';

const page = (more: Partial<RenderedPage> = {}): RenderedPage => ({
  head: '<title>A fox &amp; more · Easel</title><meta name="description" content="Foxes &quot;all&quot;"/>',
  body: '<h1>A fox</h1> $&',
  data: '{"a":"$1"}',
  whole: true,
  about: { picture: null, person: null },
  ...more,
});

const picture = {
  id: '6d7c1b1e-1111-4c3f-9a55-000000000001',
  original_prompt: HOSTILE,
  created_at: '2026-11-20T10:00:00.000Z',
  variants: [
    { id: 'v', image_url: '/api/images/v.webp', thumbnail_url: '/api/images/v-thumb.webp', width: 9, height: 8 },
  ],
  metadata: { provider: 'procedural' },
  author: { id: 'm', name: 'ada' },
} as unknown as NonNullable<RenderedPage['about']['picture']>;

const structured = (html: string): Record<string, unknown>[] =>
  [...html.matchAll(/<script data-boot type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, json]) => JSON.parse(json ?? '') as Record<string, unknown>,
  );

test('parts stand in their places, as they are', () => {
  const html = documentOf(TEMPLATE, page(), { site, address: '/about' });
  expect(html).toContain('<div id="root"><h1>A fox</h1> $&</div><script>{"a":"$1"}</script>');
});

test('previews of links say what the page says', () => {
  const html = documentOf(TEMPLATE, page(), { site, address: '/about' });
  expect(html).toContain('<meta data-boot property="og:title" content="A fox &amp; more · Easel">');
  expect(html).toContain('<meta data-boot property="og:description" content="Foxes &quot;all&quot;">');
  expect(html).toContain('<meta data-boot property="og:image" content="https://easel.example/link-picture.png">');
  expect(html).toContain('<link data-boot rel="canonical" href="https://easel.example/about">');
});

test('a picture’s page tells of the picture, and nothing in it ends what it stands in', () => {
  const html = documentOf(TEMPLATE, page({ about: { picture, person: null } }), {
    site,
    address: `/image/${picture.id}`,
  });
  expect(html).not.toContain('<script>alert');
  expect(html).toContain(`og:image" content="https://easel.example/api/images/link/${picture.id}.jpg"`);
  expect(structured(html)).toMatchObject([
    {
      '@type': 'ImageObject',
      name: HOSTILE,
      contentUrl: 'https://easel.example/api/images/v.webp',
      creator: { name: 'ada', url: 'https://easel.example/u/ada' },
      digitalSourceType: 'https://schema.org/AlgorithmicMediaDigitalSource',
    },
  ]);
});

test('a picture’s page says whether a model made the image that it shows', () => {
  const sourceOf = (more: object) => {
    const about = { picture: { ...picture, ...more }, person: null };
    return structured(documentOf(TEMPLATE, page({ about }), { site, address: '/' }))[0]?.['digitalSourceType'];
  };
  const trained = 'https://schema.org/TrainedAlgorithmicMediaDigitalSource';
  expect(sourceOf({ metadata: { provider: 'flux' } })).toBe(trained);
  expect(sourceOf({ variants: [{ ...picture.variants[0], provider: 'flux' }] })).toBe(trained);
});

test('the front door says how to search', () => {
  for (const address of ['/', '/search']) {
    expect(structured(documentOf(TEMPLATE, page(), { site, address }))).toMatchObject([{ '@type': 'WebSite' }]);
  }
});

describe('the one address of a page', () => {
  test.each([
    ['/', '/search'],
    ['/search?q=fox&page=3', '/search'],
    ['/public-gallery/?category=animals&utm_source=x', '/public-gallery?category=animals'],
    ['/public-gallery?category=Flowers+and+plants', '/public-gallery?category=plants'],
    ['/pricing?period=yearly', '/pricing'],
  ])('%s is %s', (address, canonical) => expect(canonicalPath(address)).toBe(canonical));
});

test.each([
  ['/search?q=fox', true],
  ['/unsubscribe?token=abc', true],
  ['/public-gallery?category=animals', false],
])('whether %s is kept out of indexes: %s', (address, isKeptOut) => {
  expect(documentOf(TEMPLATE, page(), { site, address }).includes('content="noindex"')).toBe(isKeptOut);
});
