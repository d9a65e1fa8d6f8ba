import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Picture } from './picture.tsx';

afterEach(cleanup);

const show = (otherwise?: string) =>
  render(<Picture src="/uploads/a.webp" otherwise={otherwise} alt="A fox" width={4} height={3} thumbhash="" />);
const image = () => screen.getByRole('img', { name: 'A fox' });

test('what is not there is looked for once more where it may be by now', () => {
  show('/api/images/a.webp');
  expect(image().getAttribute('src')).toBe('/uploads/a.webp');
  fireEvent.error(image());
  expect(image().getAttribute('src')).toBe('/api/images/a.webp');
  fireEvent.error(image());
  screen.getByRole('img', { name: 'A fox (could not be loaded)' });
});

test('what can be nowhere else is said to be missing at once', () => {
  show();
  fireEvent.error(image());
  screen.getByRole('img', { name: 'A fox (could not be loaded)' });
});
