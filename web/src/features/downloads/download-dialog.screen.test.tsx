import { downloadsHttp, type Quote } from '@easel/contracts/downloads/http';
import { downloadProblems, imageSizes, type ImageSize } from '@easel/contracts/downloads/policy';
import { membersHttp } from '@easel/contracts/members/http';
import { problems } from '@easel/contracts/kernel/problem';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { button, server, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
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

test('a size above the picture’s own is called enlarged, and told apart from upscaling', async () => {
  const user = openDialog(3840, '4K');
  const larger = await screen.findByRole('radio', { name: '8K 7680 × 4320 px, enlarged from 4K' });
  expect(screen.getByRole('radio', { name: '4K 3840 × 2160 px' })).toBeTruthy();
  expect(screen.queryByText(/resampled/)).toBeNull();
  await user.click(larger);
  expect(await screen.findByText(/^An enlarged file is resampled .* Upscaling, .* adds detail\.$/)).toBeTruthy();
});

test('does not say that a picture was downloaded while its file is on its way', async () => {
  server.reply(downloadsHttp.confirm, confirmed).hold(downloadsHttp.file);
  await downloadIt();
  await waitFor(() => expect(server.callsOf(downloadsHttp.file)).toHaveLength(1));
  expect(server.callsOf(downloadsHttp.file)[0]?.path).toBe(confirmed.downloadUrl);
  expect(screen.queryByText('Image downloaded!')).toBeNull();
});

test('says that a picture was downloaded once its file has come', async () => {
  server.reply(downloadsHttp.confirm, confirmed).reply(downloadsHttp.file, 'a picture');
  await downloadIt();
  expect(await screen.findByText('Image downloaded!')).toBeTruthy();
});

test('says that a download failed where the file cannot be had', async () => {
  server.reply(downloadsHttp.confirm, confirmed).refuse(downloadsHttp.file, downloadProblems.linkExpired);
  await downloadIt();
  expect(await screen.findByText('Download failed. This link has expired')).toBeTruthy();
});

test('says on the public side, in its own words, that a picture was downloaded or was not', async () => {
  server.reply(downloadsHttp.confirm, confirmed).refuse(downloadsHttp.file, downloadProblems.linkExpired);
  const user = openDialog(1024, '1K', 'public');
  await screen.findByText('Free, it is your own');
  await user.click(button('Download'));
  expect(await screen.findByText('Download failed. Please try again.')).toBeTruthy();
  server.reply(downloadsHttp.file, 'a picture');
  await user.click(button('Download'));
  expect(await screen.findByText('Image downloaded successfully!')).toBeTruthy();
});

const confirmed = { success: true, downloadUrl: '/api/downloads/file/x.y', expiresAt: '' } as const;

async function downloadIt(): Promise<void> {
  const user = openDialog(1024, '1K');
  await screen.findByText('Free, it is your own');
  await user.click(button('Download'));
}

async function expectQuote(widthPx: number, preferred: ImageSize | undefined, size: ImageSize): Promise<void> {
  openDialog(widthPx, preferred);
  await waitFor(() => expect(server.callsOf(downloadsHttp.request)).toHaveLength(1));
  expect(server.callsOf(downloadsHttp.request)[0]?.body).toMatchObject({ resolutionTier: size });
}

function openDialog(widthPx: number, preferred: ImageSize | undefined, place?: 'public') {
  server.refuse(membersHttp.me, problems.unavailable);
  server.reply(downloadsHttp.request, ({ body }) => ({
    success: true as const,
    token: 'signed',
    quote: quoteOf((body as { resolutionTier: ImageSize }).resolutionTier),
  }));
  const [width, height] = [widthPx, (widthPx * 9) / 16];
  const generation = sampleGeneration({ id, variants: [{ ...sampleVariant(id), width, height }] });
  generation.metadata.resolution = widthPx > 2048 ? '4k' : '1k';
  return show(
    <DownloadDialog
      image={{ generation, variantIndex: 0, place }}
      preferredSize={preferred}
      preferredFormat="png"
      onClose={() => {}}
    />,
  );
}
