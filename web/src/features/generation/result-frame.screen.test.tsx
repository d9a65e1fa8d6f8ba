import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show, withFakeServer } from '../../lib/testing/screen.tsx';
import { ResultDeedsContext, type ResultDeeds } from './result-deeds.ts';
import { ResultFrame } from './result-frame.tsx';
import { sampleGeneration, sampleVariant } from './testing/sample-generation.ts';

withFakeServer();

const nothing = () => {};
const deeds: ResultDeeds = {
  ImageTools: () => null,
  SheetTools: () => null,
  open: nothing,
  reuse: nothing,
  compare: nothing,
  compared: null,
  actions: {
    order: nothing,
    again: nothing,
    agree: nothing,
    reprice: nothing,
    withdraw: () => [],
    retried: nothing,
    dismiss: nothing,
    adopt: nothing,
    resume: nothing,
  },
};
const made = sampleGeneration({ status: 'completed', variants: [sampleVariant('a'), sampleVariant('b')] });
const frame = (ended: boolean, generation?: typeof made) => (
  <ResultDeedsContext value={deeds}>
    <ResultFrame
      image={generation?.variants[1]}
      generation={generation}
      jobId={made.id}
      index={1}
      of={4}
      tile={{ widthPx: 200, heightPx: 200, pictureWidthPx: 200 }}
      preview="data:image/webp;base64,UklGRg=="
      ended={ended}
    />
  </ResultDeedsContext>
);

test('shows what the provider has of a picture while it is made', () => {
  show(frame(false));
  const preview = screen.getByRole('img', { name: 'What there is so far of 2 of 4' });
  expect(preview.getAttribute('src')).toBe('data:image/webp;base64,UklGRg==');
});

test('shows no preview of what was not made', () => {
  show(frame(true));
  expect(screen.queryByRole('img')).toBeNull();
});

test.each([
  ['a picture that was waited for at once', frame(false), 'eager'],
  ['one of before as it comes near', frame(true, made), 'lazy'],
])('asks for %s', (_what, before, loading) => {
  const { container, rerender } = render(before);
  rerender(frame(true, made));
  expect(container.querySelector('img')?.getAttribute('loading')).toBe(loading);
});
