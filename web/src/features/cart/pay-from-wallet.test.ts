import type { PendingDownload } from '@easel/contracts/downloads/http';
import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { expect, test } from 'vitest';
import { payFromWallet, purchaseOf, topUpFor } from './pay-from-wallet.ts';

const itemOf = (id: string, price = 1.5): PendingDownload => ({
  kind: 'image-download',
  type: 'image-download',
  id,
  generationId: '6d7c1b1e-1111-4c3f-9a55-000000000001',
  variantId: '6d7c1b1e-1111-4c3f-9a55-000000000002',
  format: 'jpg',
  resolutionTier: '2K',
  price,
  quantity: 1,
  name: 'A fox',
  image: '/api/images/a.webp',
});

async function pay(refusals: Record<string, ApiError>) {
  const told: string[] = [];
  const { left, poor } = await payFromWallet(
    ['a', 'b', 'c'].map((id) => itemOf(id)),
    {
      buy: async ({ id }) => {
        const refusal = refusals[id];
        if (refusal) throw refusal;
        return { purchaseId: `bought ${id}` };
      },
      onBought: (_, purchaseId) => told.push(purchaseId),
      onRefused: ({ id }, { kind }) => told.push(`${kind} ${id}`),
    },
  );
  return { told, left: left.map(({ id }) => id), topUp: poor?.topUpDollars };
}

const refused = (status: number, body: Record<string, unknown> = {}) => new ApiError('http', 'No', { status, body });

test('everything is bought, one after the other', async () => {
  expect(await pay({})).toEqual({ told: ['bought a', 'bought b', 'bought c'], left: [] });
});

test('an empty wallet ends it', async () => {
  expect(await pay({ b: refused(402) })).toEqual({ told: ['bought a'], left: ['b', 'c'], topUp: 10 });
});

test('what has another price, or cannot be had, stays behind alone', async () => {
  expect(await pay({ a: refused(409, { expected: 2 }), b: refused(409) })).toEqual({
    told: ['price a', 'other b', 'bought c'],
    left: ['a', 'b'],
  });
});

test('an item is bought at the price that was shown', () => {
  expect(purchaseOf(itemOf('a'))).toEqual({
    body: {
      imageId: '6d7c1b1e-1111-4c3f-9a55-000000000001',
      variantId: '6d7c1b1e-1111-4c3f-9a55-000000000002',
      size: '2K',
      paymentMethod: 'dollars',
      amount: 1.5,
    },
  });
});

test('what is paid in is enough for everything that is left', () => {
  expect(topUpFor({ left: [itemOf('a', 6), itemOf('b', 6.5)], suggested: 12 }, 2)).toBe(12);
  expect(topUpFor({ left: [itemOf('a', 30), itemOf('b', 6.5)], suggested: 12 }, 2.25)).toBe(35);
  expect(topUpFor({ left: [itemOf('a', 30)], suggested: 10 }, 0)).toBe(30);
});
