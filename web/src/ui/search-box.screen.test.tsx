import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { SearchBox } from './search-box.tsx';

afterEach(cleanup);

/** A search box whose address follows only when the test says so. */
function showBox() {
  const onSearch = vi.fn<(text: string) => void>();
  const onType = vi.fn<(text: string) => void>();
  const box = (value: string) => (
    <SearchBox label="Search" placeholder="" value={value} onSearch={onSearch} onType={onType} suggestions={[]} />
  );
  const { rerender } = render(box(''));
  return { onSearch, onType, field: screen.getByRole('combobox'), comeTo: (value: string) => rerender(box(value)) };
}

test('keeps what is typed when the address comes late to an earlier search', async () => {
  const { field, onSearch, comeTo } = showBox();
  const user = userEvent.setup();
  await user.type(field, 'fo');
  await waitFor(() => expect(onSearch.mock.calls).toEqual([['fo']]));
  await user.type(field, 'x in snow');
  comeTo('fo');
  expect(field).toHaveProperty('value', 'fox in snow');
  await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith('fox in snow'));
  comeTo('fox in snow');
  expect(field).toHaveProperty('value', 'fox in snow');
});

test('shows what is searched for after Back', async () => {
  const { field, onSearch, comeTo } = showBox();
  const user = userEvent.setup();
  await user.type(field, 'owl{Enter}');
  comeTo('owl');
  comeTo('heron');
  expect(field).toHaveProperty('value', 'heron');
  expect(onSearch.mock.calls).toEqual([['owl']]);
});

test('neither searches nor suggests while an input method composes a word', async () => {
  vi.useFakeTimers();
  try {
    const { field, onSearch, onType } = showBox();
    fireEvent.compositionStart(field);
    fireEvent.change(field, { target: { value: 'きつ' } });
    fireEvent.submit(screen.getByRole('search'));
    vi.advanceTimersByTime(5_000);
    expect([onSearch.mock.calls, onType.mock.calls]).toEqual([[], []]);
    fireEvent.change(field, { target: { value: '狐' } });
    fireEvent.compositionEnd(field);
    await vi.advanceTimersByTimeAsync(5_000);
    expect([onSearch.mock.calls, onType.mock.calls]).toEqual([[['狐']], [['狐']]]);
  } finally {
    vi.useRealTimers();
  }
});
