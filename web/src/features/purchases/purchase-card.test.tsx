import type { Purchase } from '@easel/contracts/purchases/http';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { PurchaseCard } from './purchase-card.tsx';

const id = '6d7c1b1e-1111-4c3f-9a55-000000000001';
const purchase: Purchase = {
  id,
  generationId: id,
  variantId: id,
  size: '2K',
  original: '2K',
  method: 'dollars',
  credits: 0,
  amount: 1.5,
  purchased_at: '2026-11-20T10:00:00.000Z',
  width: 2048,
  height: 1152,
  thumbhash: '3OcRJYB4d3h/iIeHeEh3eIhw+j3A',
  thumbnail_url: '/thumbnail.webp',
  preview_url: '/preview.webp',
  downloadUrl: '/file',
};

test.each([
  ['from the wallet leads to its receipt', 'dollars', 'Receipt'],
  ['by card leads to the invoice of its order', 'card', 'Invoice'],
] as const)('a purchase %s', (_what, method, name) => {
  const html = renderToStaticMarkup(
    <StaticRouter location="/my-purchases">
      <PurchaseCard
        purchase={{ ...purchase, method }}
        title="A fox"
        tile={{ widthPx: 300, pictureWidthPx: 300, heightPx: 200 }}
        eager
        onDownload={() => {}}
      />
    </StaticRouter>,
  );
  expect(html).toContain(`href="/invoices/${id}"`);
  expect(html).toContain(`aria-label="${name}: image bought on Nov 20, 2026, 2K"`);
});
