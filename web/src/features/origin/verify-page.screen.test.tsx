import { problems } from '@easel/contracts/kernel/problem';
import { originHttp } from '@easel/contracts/origin/http';
import { xmpOfImage } from '@easel/contracts/origin/rights';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server, show, withFakeServer } from '../../lib/testing/screen.tsx';
import VerifyPage from './verify-page.tsx';

withFakeServer();

const image = {
  generationId: '8a7d0a0e-0f6b-4b57-9a11-1c8f5d3e2b01',
  variantId: '1f0f8a52-35a5-4dd1-b7a3-0c9b6a1f2d02',
};
const [before, after] = ['<svg>some pixels', 'more pixels</svg>'];
/** SHA-256 of the two. */
const digest = 'f78937cdbb81737526d5de9b44c86bf50b91701165f208e8cd6fb1e85a9fc40e';
const signed = (said: string): string => xmpOfImage(image, { digest: said, signature: 'a'.repeat(64) });

async function drop(text: string) {
  const user = show(<VerifyPage />);
  const file = new File([text], 'heron.svg', { type: 'image/svg+xml' });
  await user.upload(screen.getByLabelText('Image to verify'), file);
  return user;
}

test('a file that is as it left us says what it is', async () => {
  server.reply(originHttp.verify, {
    success: true,
    genuine: true,
    path: `/image/${image.generationId}`,
    trained: false,
  });
  await drop(before + signed(digest) + after);
  expect(await screen.findByText('heron.svg came from Easel and has not been changed since.')).toBeTruthy();
  expect(screen.getByText('a machine, from words; no photograph')).toBeTruthy();
  expect(screen.getByRole('link', { name: image.generationId }).getAttribute('href')).toBe(
    `/image/${image.generationId}`,
  );
  expect(server.callsOf(originHttp.verify)[0]?.body).toEqual({ ...image, digest, signature: 'a'.repeat(64) });
});

test('a file of a model says that it learned from pictures', async () => {
  server.reply(originHttp.verify, { success: true, genuine: true, path: null, trained: true });
  await drop(before + signed(digest) + after);
  expect(await screen.findByText('a machine, from words: by a model that learned from pictures')).toBeTruthy();
});

test('one that was changed, or says what another says, is told', async () => {
  server.reply(originHttp.verify, { success: true, genuine: true, path: null, trained: null });
  await drop(`${before}changed${signed(digest)}${after}`);
  expect(await screen.findByText(/^heron\.svg was changed after it left Easel/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: image.generationId })).toBeNull();
});

test('what we did not sign is told', async () => {
  server.reply(originHttp.verify, { success: true, genuine: false, path: null, trained: null });
  await drop(before + signed(digest) + after);
  expect(await screen.findByText(/but we did not sign that/)).toBeTruthy();
});

test('what says nothing asks nobody', async () => {
  await drop('<svg>anybody’s</svg>');
  expect(await screen.findByText(/does not say that it came from Easel/)).toBeTruthy();
  expect(server.calls).toEqual([]);
});

test('a server that does not answer is told', async () => {
  server.refuse(originHttp.verify, problems.tooMany);
  await drop(before + signed(digest) + after);
  expect(await screen.findByText(problems.tooMany.message)).toBeTruthy();
});
