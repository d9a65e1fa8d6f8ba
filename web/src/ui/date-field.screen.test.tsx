import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DateField } from './date-field.tsx';

afterEach(cleanup);

test('counts once the year is typed to the end, and keeps what is typed when the address comes late', () => {
  const onChange = vi.fn<(value: string) => void>();
  const field = (value: string) => <DateField label="From" value={value} onChange={onChange} />;
  const { rerender } = render(field(''));
  const input = screen.getByLabelText('From');
  for (const value of ['0002-11-29', '0020-11-29', '0202-11-29']) fireEvent.change(input, { target: { value } });
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.change(input, { target: { value: '2026-11-29' } });
  fireEvent.change(input, { target: { value: '2026-11-28' } });
  expect(onChange.mock.calls).toEqual([['2026-11-29'], ['2026-11-28']]);
  rerender(field('2026-11-29'));
  expect(input).toHaveProperty('value', '2026-11-28');
  rerender(field('2026-11-28'));
  rerender(field('2026-11-01'));
  expect(input).toHaveProperty('value', '2026-11-01');
});
