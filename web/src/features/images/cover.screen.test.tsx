import type { Generation } from '@easel/contracts/generation/http';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Cover } from './cover.tsx';

afterEach(cleanup);

const image = { id: 'v', image_url: '/i.webp', thumbnail_url: '/t.webp', width: 4, height: 3, thumbhash: '' };
const generation = { id: 'g', original_prompt: 'A fox', variants: [image] } as unknown as Generation;

function shown() {
  const onOpen = vi.fn<() => void>();
  render(
    <Cover generation={generation} image={image} tile={{ pictureWidthPx: 4, heightPx: 3 } as never} onOpen={onOpen} />,
  );
  return { onOpen, link: screen.getByRole('link', { name: 'Open: A fox' }) };
}

test('a picture is a link to its page, and a plain click opens it here', () => {
  const { link, onOpen } = shown();
  expect(link.getAttribute('href')).toBe('/image/g');
  expect(fireEvent.click(link)).toBe(false);
  expect(onOpen).toHaveBeenCalledTimes(1);
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'a click with %o is the browser’s',
  (how) => {
    const { link, onOpen } = shown();
    expect(fireEvent.click(link, how)).toBe(true);
    expect(onOpen).not.toHaveBeenCalled();
  },
);
