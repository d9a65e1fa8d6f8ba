import { measuredTexts } from '@easel/contracts/telemetry/policy';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { targetOf } from './names.ts';

test('an element is named by the elements it stands in, and by nothing that a page says', () => {
  const { container } = render(
    <main>
      <section id="picture-7" className="card">
        <figure>
          <a href="/image/7">
            <img alt="A red fox" />
          </a>
        </figure>
      </section>
    </main>,
  );
  const told = targetOf(container.querySelector('img'));
  expect(told).toBe('section > figure > a > img');
  expect(told).toMatch(measuredTexts.target);
  expect(targetOf(container.querySelector('a')?.firstChild ?? null)).toBe(told);
});

test('an odd element keeps within what is taken, and one that is gone is not named', () => {
  const long = document.createElement(`x-${'y'.repeat(60)}`);
  expect(targetOf(long)).toMatch(measuredTexts.target);
  expect(targetOf(null)).toBe('');
});
