import { expect, test } from 'vitest';
import { exportAddress, listPath } from './addresses.ts';

const filterIn = (address: string): unknown =>
  JSON.parse(new URL(address, 'https://easel.example').searchParams.get('filter') ?? 'null');

test('an export is of all that is looked for, wherever one stands', () => {
  const address = exportAddress('csv', { type: ['A'], q: 'a&b', before: '9' });
  expect(address).toMatch(/^\/api\/admin\/events\/export\?format=csv&filter=/);
  expect(filterIn(address)).toEqual({ type: ['A'], q: 'a&b' });
});

test('a link narrows the list to what it says', () => {
  expect(filterIn(listPath({ stream: 'image-1', q: '"#&' }))).toEqual({ stream: 'image-1', q: '"#&' });
});
