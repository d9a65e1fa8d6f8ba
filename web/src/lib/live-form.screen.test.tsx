import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useLiveForm, useValues, type Check, type LiveForm } from './live-form.ts';

interface Order {
  words: string;
  size: string;
  strength: number;
  isDark: boolean;
  shape: 'square' | 'wide';
}

const start: Order = { words: 'a fox', size: '2', strength: 30, isDark: true, shape: 'wide' };
const check: Check<Order> = ({ words, strength }) => ({
  ...(words === '' && { words: { message: 'Please enter a prompt' } }),
  ...(strength > 90 && { strength: { message: 'Too strong' } }),
});
const send = vi.fn<(order: Order) => void>();
const made = vi.fn<(form: LiveForm<Order>) => void>();
const watched = vi.fn<(words: string) => void>();

function Words({ form }: { form: LiveForm<Order> }) {
  const { words } = useValues(form, ['words']);
  watched(words);
  return <output>{words}</output>;
}

/** Renders a form of every kind of field, and returns it. */
function shown(): LiveForm<Order> {
  function Sheet() {
    const form = useLiveForm<Order>({ defaultValues: start, check });
    made(form);
    return (
      <form noValidate onSubmit={form.handleSubmit(send)}>
        <input aria-label="Words" {...form.register('words')} />
        <p>{form.formState.errors.words?.message}</p>
        <select aria-label="Size" {...form.register('size')}>
          <option>1</option>
          <option>2</option>
        </select>
        <input aria-label="Strength" type="range" {...form.register('strength', { valueAsNumber: true })} />
        <input aria-label="Dark" type="checkbox" {...form.register('isDark')} />
        <input aria-label="Square" type="radio" value="square" {...form.register('shape')} />
        <input aria-label="Wide" type="radio" value="wide" {...form.register('shape')} />
        <Words form={form} />
        <button type="submit">Send</button>
      </form>
    );
  }
  render(<Sheet />);
  const [form] = made.mock.lastCall ?? [];
  if (!form) throw new Error('No form');
  return form;
}

afterEach(cleanup);

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }));

test('fills its fields with the values that it begins with', () => {
  shown();
  expect([field('Words').value, field('Size').value, field('Strength').value]).toEqual(['a fox', '2', '30']);
  expect([field('Dark').checked, field('Square').checked, field('Wide').checked]).toEqual([true, false, true]);
});

test('sends what was typed, chosen and marked', () => {
  shown();
  type('Words', 'an owl');
  type('Size', '1');
  type('Strength', '55');
  fireEvent.click(field('Dark'));
  fireEvent.click(field('Square'));
  press();
  expect(send).toHaveBeenLastCalledWith({ words: 'an owl', size: '1', strength: 55, isDark: false, shape: 'square' });
});

test('complains when it is sent, with the focus in the first wrong field, and forgets it as the field is mended', () => {
  send.mockClear();
  shown();
  type('Words', '');
  expect(screen.queryByText('Please enter a prompt')).toBeNull();
  press();
  expect(screen.getByText('Please enter a prompt')).toBeTruthy();
  expect(document.activeElement).toBe(field('Words'));
  expect(send).not.toHaveBeenCalled();
  type('Words', 'a');
  expect(screen.queryByText('Please enter a prompt')).toBeNull();
});

test('shows values that are set from outside, and starts again without complaints', () => {
  const form = shown();
  type('Words', '');
  press();
  act(() => form.setValue('shape', 'square'));
  expect(field('Square').checked).toBe(true);
  act(() => form.reset({ ...start, words: 'a whale', size: '1' }));
  expect([field('Words').value, field('Size').value, field('Wide').checked]).toEqual(['a whale', '1', true]);
  expect(form.formState).toEqual({ errors: {}, isSubmitted: false });
});

test('renders what follows a value only when that value changes', () => {
  shown();
  watched.mockClear();
  type('Strength', '70');
  expect(watched).not.toHaveBeenCalled();
  type('Words', 'an owl');
  expect(watched).toHaveBeenLastCalledWith('an owl');
});
