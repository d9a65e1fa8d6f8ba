import { downloadsHttp, type Quote } from '@easel/contracts/downloads/http';
import { imageSizes, type ImageSize } from '@easel/contracts/downloads/policy';
import { membersHttp } from '@easel/contracts/members/http';
import { problems } from '@easel/contracts/kernel/problem';
import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { server, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { sampleGeneration, sampleVariant } from '../generation/testing/sample-generation.ts';
import { DownloadDialog } from './download-dialog.tsx';

withFakeServer();
beforeEach(signIn);

const id = '6d7c1b1e-1111-4c3f-9a55-000000000001';
const quoteOf = (size: ImageSize): Quote => ({
  formats: ['png'],
  availableTiers: [...imageSizes],
  requestedTier: size,
  finalTier: size,
  imageDimensions: { width: 1024, height: 576 },
  cents: 0,
  credits: 0,
  own: true,
  bought: false,
  downloadsLeft: null,
  expiresAt: '2026-11-21T12:15:00.000Z',
});

test.each([
  ['2K', '2K'],
  ['4K', '4K'],
  ['1K', '1K'],
  [undefined, '4K'],
] as const)('a 4K picture with %s as the default size starts at %s', async (preferred, size) => {
  await expectQuote(3840, preferred, size);
});

test('a picture that is smaller than the default size starts at its own', async () => {
  await expectQuote(1024, '4K', '1K');
});

async function expectQuote(widthPx: number, preferred: ImageSize | undefined, size: ImageSize): Promise<void> {
  server.refuse(membersHttp.me, problems.unavailable);
  server.reply(downloadsHttp.request, ({ body }) => ({
    success: true as const,
    token: 'signed',
    quote: quoteOf((body as { resolutionTier: ImageSize }).resolutionTier),
  }));
  const [width, height] = [widthPx, (widthPx * 9) / 16];
  const generation = sampleGeneration({ id, variants: [{ ...sampleVariant(id), width, height }] });
  generation.metadata.resolution = widthPx > 2048 ? '4k' : '1k';
  show(
    <DownloadDialog
      image={{ generation, variantIndex: 0 }}
      preferredSize={preferred}
      preferredFormat="png"
      onClose={() => {}}
    />,
  );
  await waitFor(() => expect(server.callsOf(downloadsHttp.request)).toHaveLength(1));
  expect(server.callsOf(downloadsHttp.request)[0]?.body).toMatchObject({ resolutionTier: size });
}
