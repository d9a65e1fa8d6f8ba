import type { Purchase } from '@easel/contracts/purchases/http';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { FileDialog } from './file-dialog.tsx';

withFakeServer();
beforeEach(signIn);

const id = '6d7c1b1e-1111-4c3f-9a55-000000000001';
const purchase: Purchase = {
  id,
  generationId: id,
  variantId: id,
  size: '8K',
  original: '4K',
  method: 'credits',
  credits: 40,
  amount: 0,
  purchased_at: '2026-11-21T12:00:00.000Z',
  width: 7680,
  height: 4320,
  thumbhash: '',
  thumbnail_url: '/t.webp',
  preview_url: '/p.webp',
  downloadUrl: `/api/purchases/${id}/file`,
};

test('a purchase above the picture’s own size is called enlarged, and its smaller sizes are not', async () => {
  const user = show(<FileDialog purchase={purchase} tier="enterprise" onClose={() => {}} />);
  expect(screen.getByRole('radio', { name: '8K 7680 × 4320 px, enlarged from 4K' })).toBeTruthy();
  expect(screen.getByText(/^An enlarged file is resampled/)).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: '4K 3840 × 2160 px' }));
  expect(screen.queryByText(/^An enlarged file is resampled/)).toBeNull();
});
