import { describe, expect, test } from 'vitest';
import type { OrderRecord } from '@easel/contracts/orders/http';
import { nameOf } from './item-name.ts';

const item = (fields: object) => fields as OrderRecord['items'][number];

describe('the name of an item', () => {
  test.each([
    [{ kind: 'image-download', size: '4K', format: 'png' }, 'Image download, 4K PNG'],
    [{ kind: 'product', name: 'T-Shirt', size: 'M', color: 'Black' }, 'T-Shirt, M, Black'],
    [{ kind: 'product', name: 'Mug', size: '', color: '' }, 'Mug'],
  ])('of %j is %s', (fields, name) => {
    expect(nameOf(item(fields))).toBe(name);
  });
});
