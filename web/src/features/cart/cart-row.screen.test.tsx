import type { PendingDownload } from '@easel/contracts/downloads/http';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { CartRow } from './cart-row.tsx';

afterEach(cleanup);

test('a picture at an address of before is tried again where the images are', () => {
  const item = {
    name: 'A fox',
    image: '/uploads/a-thumb.webp',
    resolutionTier: '1K',
    format: 'png',
    price: 1,
  } as PendingDownload;
  const { container } = render(
    <ul>
      <CartRow item={item} problem={undefined} disabled={false} onRemove={() => {}} />
    </ul>,
  );
  const picture = () => container.querySelector('img');
  expect(picture()?.getAttribute('src')).toBe('/uploads/a-thumb.webp');
  fireEvent.error(picture() ?? container);
  expect(picture()?.getAttribute('src')).toBe('/api/images/a-thumb.webp');
  fireEvent.error(picture() ?? container);
  expect(picture()).toBeNull();
  screen.getByRole('img', { name: /could not be loaded/ });
});
