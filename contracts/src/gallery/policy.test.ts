import { expect, test } from 'vitest';
import { isOpenPreview, openPreviewPx, previewLongSidePx, uploadedPath } from './policy.ts';

test.each([
  [
    { width: 1024, height: 1024 },
    { width: 768, height: 768 },
  ],
  [
    { width: 576, height: 1024 },
    { width: 432, height: 768 },
  ],
  [
    { width: 1366, height: 700 },
    { width: 1024, height: 525 },
  ],
  [
    { width: 3840, height: 2160 },
    { width: 1024, height: 576 },
  ],
  [
    { width: 1, height: 1 },
    { width: 1, height: 1 },
  ],
])('of an original of %j a preview of %j is open, and nothing larger', (original, preview) => {
  expect(openPreviewPx(original)).toEqual(preview);
  expect(isOpenPreview(preview, original)).toBe(true);
  const long = previewLongSidePx(original);
  expect(long).toBe(Math.max(preview.width, preview.height));
  expect(isOpenPreview({ width: long + 1, height: 1 }, original)).toBe(false);
  expect(isOpenPreview({ width: 1, height: long + 1 }, original)).toBe(false);
});

test('what is sold is never open itself', () => {
  for (const width of [400, 1024, 1365, 2048]) {
    const original = { width, height: 300 };
    expect(isOpenPreview(original, original)).toBe(false);
  }
});

test('an address of before leads to the images route by its file name, and no other does', () => {
  expect(uploadedPath('/uploads/a-thumb.webp')).toBe('/api/images/a-thumb.webp');
  for (const other of [
    '/uploads/',
    '/uploads/a/b.webp',
    '/api/images/a.webp',
    'https://x.example/uploads/a.webp',
    '',
  ]) {
    expect(uploadedPath(other)).toBeUndefined();
  }
});
