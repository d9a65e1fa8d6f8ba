import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TimeLeft } from './time-left.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const passes = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

test('counts down while the server says nothing, and says when it takes longer', () => {
  render(<TimeLeft ms={12_000} />);
  expect(screen.getByText('about 15 s left')).toBeTruthy();
  passes(5_000);
  expect(screen.getByText('about 7 s left')).toBeTruthy();
  passes(7_000);
  expect(screen.getByText('takes longer than usual')).toBeTruthy();
});
