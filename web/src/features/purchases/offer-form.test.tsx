import type { SubscribedTier } from '@easel/contracts/account/policy';
import type { Generation } from '@easel/contracts/generation/http';
import { firstPriceList } from '@easel/contracts/prices/policy';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { createQueryClient } from '../../lib/queries.ts';
import { OfferForm } from './offer-form.tsx';
import { offersOf } from './offers.ts';

function rendered(curator: boolean, tier: SubscribedTier = 'genesis'): string {
  const offers = offersOf({
    image: { width: 2048, height: 1152 },
    original: '2K',
    tier,
    prices: firstPriceList,
    curatorDollars: curator ? { '1K': 0.99, '2K': 4.5, '4K': 6, '8K': 9 } : null,
  });
  return renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <StaticRouter location="/public-gallery">
        <OfferForm
          image={{ generation: { id: 'g' } as Generation, variantIndex: 0 }}
          variantId="v"
          formats={['png', 'jpg']}
          preferredFormat="png"
          offers={offers}
          original="2K"
          cashOnly={curator}
          funds={{ credits: 37.5, dollars: 12.5 }}
          onBusy={() => {}}
          onBought={() => {}}
          onDone={() => {}}
        />
      </StaticRouter>
    </QueryClientProvider>,
  );
}

/** The radio buttons with these attributes. */
const radios = (html: string, attribute: string) =>
  [...html.matchAll(/<input[^>]*>/g)].map(([input]) => input).filter((input) => input.includes(attribute));

test('sizes out of reach say why and cannot be chosen; credits are paid with at first', () => {
  const html = rendered(false);
  expect(html).toContain('Upgrade plan required: Creator, $19.99 a month');
  expect(html).toContain('href="/pricing"');
  expect(html).toContain('Original image too small for this resolution');
  expect(radios(html, 'disabled=""').map((input) => /value="(\w+)"/.exec(input)?.[1])).toEqual(['4K', '8K']);
  expect(html).toContain('Buy for 10 credits');
  expect(html).toContain('You have 37.5 credits');
});

test('a size above the picture’s own is offered as enlarged', () => {
  const html = rendered(false, 'enterprise');
  expect(html).toContain('3840 × 2160 px, enlarged from 2K');
  expect(html).not.toContain('2048 × 1152 px, enlarged');
});

test('a curator’s image is paid in dollars alone', () => {
  const html = rendered(true);
  expect(html).toContain('Buy for $4.50');
  expect(html).not.toContain('5 credits</span>');
  expect(radios(html, 'name="method"').map((input) => input.includes('disabled=""'))).toEqual([true, false]);
});
