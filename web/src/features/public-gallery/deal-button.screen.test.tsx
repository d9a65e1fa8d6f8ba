import { purchaseProblems } from '@easel/contracts/purchases/policy';
import type { Generation } from '@easel/contracts/generation/http';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { sampleGeneration, sampleVariant } from '../generation/testing/sample-generation.ts';
import { ImageDealsContext, type ImageDeals } from '../images/image-deals.ts';
import { DealButton } from './deal-button.tsx';

afterEach(cleanup);

const HOUR_MS = 3_600_000;
const PAUSED = purchaseProblems.salesPaused.message;

const entryUntil = (ms: number): NonNullable<Generation['entry']> => ({
  competition_id: '6d7c1b1e-1111-4c3f-9a55-00000000000c',
  entry_id: '6d7c1b1e-1111-4c3f-9a55-00000000000e',
  variant_id: 'v1',
  kind: 'poster',
  closes_at: new Date(Date.now() + ms).toISOString(),
});
const open = entryUntil(HOUR_MS);
const closed = entryUntil(-1);

function showDeal(changes: Partial<Generation>) {
  const deals = {
    openPurchase: vi.fn<ImageDeals['openPurchase']>(),
    openDownload: vi.fn<ImageDeals['openDownload']>(),
  };
  const variants = [sampleVariant('v1'), sampleVariant('v2')];
  const generation = sampleGeneration({ status: 'completed', isPublic: true, variants, ...changes });
  render(
    <ImageDealsContext value={{ ...deals, Heart: () => null, Report: () => null }}>
      {[0, 1].map((variantIndex) => (
        <DealButton key={variantIndex} image={{ generation, variantIndex }}>
          {({ label, disabled, onClick }) => (
            <button type="button" disabled={disabled} onClick={onClick}>
              {label}
            </button>
          )}
        </DealButton>
      ))}
    </ImageDealsContext>,
  );
  return deals;
}

const buttons = () => screen.getAllByRole<HTMLButtonElement>('button').map((one) => [one.textContent, one.disabled]);

test('pauses the sale of every image of a picture whose challenge is open', async () => {
  const { openPurchase } = showDeal({ entry: open });
  expect(buttons()).toEqual([
    [PAUSED, true],
    [PAUSED, true],
  ]);
  await userEvent.click(screen.getAllByRole('button')[0]!);
  expect(openPurchase).not.toHaveBeenCalled();
});

test.each([
  ['was never entered', undefined],
  ['was entered in a challenge that is closed', closed],
])('offers to buy a picture that %s', async (_, entry) => {
  const { openPurchase } = showDeal({ ...(entry && { entry }) });
  expect(buttons()).toEqual([
    ['Buy Image', false],
    ['Buy Image', false],
  ]);
  await userEvent.click(screen.getAllByRole('button')[1]!);
  expect(openPurchase).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ variantIndex: 1 }));
});

test.each([
  ['made', 'Download'],
  ['bought', 'Bought'],
] as const)('lets a member have an entered picture that they %s', (yours, label) => {
  showDeal({ entry: open, yours });
  expect(buttons()).toEqual([
    [label, false],
    [label, false],
  ]);
});
