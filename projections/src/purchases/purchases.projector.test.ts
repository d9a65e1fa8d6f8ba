import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { AccountStory } from '../testing/accounts.ts';
import { digestOf } from '../testing/generations.ts';
import { givenFor } from '../testing/given.ts';
import { Recorder } from '../testing/recorded.ts';
import { purchases } from './purchases.projector.ts';

const given = givenFor(purchases);

test('what was bought is listed with its price, its pixels and where it is to be had', async () => {
  const one = new AccountStory(new Recorder());
  const [id, generationId, variantId] = [randomUUID(), randomUUID(), randomUUID()];
  const facts = [
    one.allowance(),
    one.bought({ purchaseId: id, generationId, variantId, size: '4K' }),
    one.bought({ method: 'dollars', size: '2K', tenths: 0, allowanceTenths: 0, cents: 199 }),
    one.bought({ method: 'card', size: '1K', tenths: 0, allowanceTenths: 0, cents: 75 }),
  ];
  const like = (item: object): unknown => expect.objectContaining(item);
  await given(...facts).thenRows(
    'purchase',
    {
      id,
      member_id: one.memberId,
      generation_id: generationId,
      preview_blob: digestOf(`${id} preview`),
      thumbnail_blob: digestOf(`${id} thumbnail`),
      item: {
        id,
        generationId,
        variantId,
        size: '4K',
        original: '2K',
        method: 'credits',
        credits: 5,
        amount: 0,
        purchased_at: '2026-11-20T10:00:00.000Z',
        width: 3840,
        height: 2160,
        thumbhash: '3OcRJYB4d3h/iIeHeEh3eIhw+j3A',
        thumbnail_url: `/api/images/auth/purchases/${id}/thumbnail.webp`,
        preview_url: `/api/images/auth/purchases/${id}/preview.webp`,
        downloadUrl: `/api/purchases/${id}/file`,
      },
    },
    { item: like({ method: 'dollars', credits: 0, amount: 1.99, width: 2048, height: 1152 }) },
    { item: like({ method: 'card', credits: 0, amount: 0.75, width: 1024, height: 576 }) },
  );
  await given(...facts).thenRows('listing_total', { owner: one.memberId, list: 'bought', total: 3 });
});
