import { readFileSync } from 'node:fs';
import { brand } from '@easel/contracts/brand';
import { expect, test } from 'vitest';

const folder = new URL('../../public/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('manifest.webmanifest', folder), 'utf8')) as {
  name: string;
  start_url: string;
  icons: { src: string; sizes: string; purpose?: string }[];
};

/** Width and height, from where every PNG has them. */
const sizeOf = (bytes: Buffer): string => `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;

test('what is installed has the product’s name, and icons of the sizes that it says', () => {
  expect([manifest.name, manifest.start_url]).toEqual([brand.name, '/']);
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
  for (const { src, sizes } of manifest.icons) {
    expect(sizeOf(readFileSync(new URL(`.${src}`, folder)))).toBe(sizes);
  }
});

test('the page names it', () => {
  const page = readFileSync(new URL('../index.html', folder), 'utf8');
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest" />');
});
