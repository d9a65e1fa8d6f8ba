import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { Picture } from './picture.tsx';

afterEach(cleanup);

/** What is near is said by the test. */
let approach: (() => void) | undefined;
let options: IntersectionObserverInit | undefined;
vi.stubGlobal(
  'IntersectionObserver',
  class {
    constructor(
      private readonly told: IntersectionObserverCallback,
      given: IntersectionObserverInit,
    ) {
      options = given;
    }
    observe(target: Element): void {
      approach = () => this.told([{ target, isIntersecting: true } as never], this as never);
    }
    unobserve(): void {
      approach = undefined;
    }
  },
);

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

const late = <Picture src="/a.webp" alt="A fox" width={4} height={3} thumbhash="" shape="filled" late />;

test('a late one is asked for once a tenth of it is within 50 pixels', () => {
  render(late);
  expect(image().hasAttribute('src')).toBe(false);
  expect(options).toEqual({ rootMargin: '50px', threshold: 0.1 });
  act(() => approach?.());
  expect(image().getAttribute('src')).toBe('/a.webp');
  expect(approach).toBeUndefined();
});

test('one that is sent is left to the browser, which waits until it is near', () => {
  expect(renderToString(late)).toMatch(/<img src="\/a.webp"[^>]* loading="lazy"/);
});

test('one that has only just been made is asked for at once, and again where it is not there yet', async () => {
  vi.useFakeTimers();
  render(<Picture src="/a.webp" alt="A fox" width={4} height={3} thumbhash="" fresh />);
  expect(image().getAttribute('loading')).toBe('eager');
  for (const waitMs of [500, 2000, 8000]) {
    const before = image();
    fireEvent.error(before);
    expect(image()).toBe(before);
    await act(() => vi.advanceTimersByTimeAsync(waitMs));
    expect(image()).not.toBe(before);
    expect(image().getAttribute('src')).toBe('/a.webp');
  }
  fireEvent.error(image());
  screen.getByRole('img', { name: 'A fox (could not be loaded)' });
  vi.useRealTimers();
});
