import { firstPriceList } from '@easel/contracts/prices/policy';
import { centred } from '@easel/contracts/products/placement';
import type { PendingProduct } from '@easel/contracts/products/pending';
import { expect, test } from 'vitest';
import { misfitOf } from './misfit.ts';
import { pictureText, productText } from './product-words.ts';

const shirt: PendingProduct = {
  kind: 'product',
  id: 'shirt',
  productId: 't-shirt',
  generationId: '6d7c1b1e-1111-4c3f-9a55-000000000001',
  variantId: '6d7c1b1e-1111-4c3f-9a55-000000000002',
  name: 'T-shirt',
  size: 'XL',
  color: 'navy',
  price: 24,
  quantity: 1,
  image: '/api/images/a-thumb.webp',
  imageNumber: 2,
  placement: centred,
};
const mug: PendingProduct = { ...shirt, productId: 'mug', name: 'Mug', size: '', color: '', price: 15 };
const misfit = (item: PendingProduct, gone: string[] = []) => misfitOf(item, firstPriceList.products, new Set(gone));

test('finds nothing wrong with products as the price list has them', () => {
  expect(misfit(shirt)).toBeUndefined();
  expect(misfit(mug)).toBeUndefined();
});

test.each<[string, PendingProduct, string[]]>([
  ['T-shirt is not sold any more.', { ...shirt, productId: 'scarf' }, []],
  ['T-shirt is not sold in this size any more.', { ...shirt, size: 'XS' }, []],
  ['Mug is not sold in this size any more.', { ...mug, size: 'large' }, []],
  ['T-shirt is not sold in this colour any more.', { ...shirt, color: 'pink' }, []],
  ['Its picture cannot be printed any more.', { ...shirt, price: 3 }, [shirt.variantId]],
])('says %j of what can only be removed', (reason, item, gone) => {
  expect(misfit(item, gone)).toEqual({ reason, price: null });
});

test('says the price in force where it is another one', () => {
  expect(misfit({ ...shirt, price: 22 })).toEqual({ reason: 'Its price is $24.00 now.', price: 24 });
});

test('says size, colour and placement in words', () => {
  expect(productText(shirt)).toBe('T-shirt · XL · Navy');
  expect(productText({ name: 'Poster 18x24', size: '18x24', color: '' })).toBe('Poster 18x24');
  expect(productText(mug)).toBe('Mug');
  expect(pictureText(shirt)).toBe('Image 2 · Cropped to fill');
  const placed = { ...centred, scale: 1.5, x: 0.1, rotation: 90 as const };
  expect(pictureText({ imageNumber: 1, placement: placed })).toBe(
    'Image 1 · Cropped to fill, at 150%, moved, turned by 90°',
  );
  const bordered = { ...centred, fit: 'border' as const, background: '#ffffff' };
  expect(pictureText({ imageNumber: 1, placement: bordered })).toBe('Image 1 · Whole picture with a border, on white');
});
