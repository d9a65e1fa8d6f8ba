import { describe, expect, test } from 'vitest';
import { addressOf, readAddress } from './gallery-address.ts';

const read = (query: string) => readAddress(new URLSearchParams(query));

describe('the address of the public gallery', () => {
  test.each([
    '/public-gallery',
    '/public-gallery?view=pages',
    '/public-gallery?view=pages&page=3',
    '/public-gallery?view=all',
    '/public-gallery?category=sea&search=red+boat&view=pages&page=2',
  ])('%s says what is shown, and is made of it again', (address) => {
    expect(addressOf(read(address.split('?')[1] ?? ''))).toBe(address);
  });

  test.each([
    ['view=wall', '/public-gallery'],
    ['page=3', '/public-gallery'],
    ['view=all&page=3', '/public-gallery?view=all'],
    ['view=pages&page=-1', '/public-gallery?view=pages'],
    ['search=%20%20', '/public-gallery'],
    ['category=Flowers+and+plants', '/public-gallery?category=plants'],
    ['other=1&search=fox%20', '/public-gallery?search=fox'],
  ])('%s is read as %s', (query, address) => {
    expect(addressOf(read(query))).toBe(address);
  });
});
