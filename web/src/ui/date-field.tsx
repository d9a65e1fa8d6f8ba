import type { ComponentProps } from 'react';
import { useTypedValue } from '../lib/typed-value.ts';
import { TextField } from './field.tsx';

interface DateFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'value' | 'onChange'> {
  /** `2026-11-29` or empty; kept in the URL. */
  value: string;
  onChange: (value: string) => void;
}

/** While a year is being typed, browsers report it with leading zeros. */
const isWhole = (value: string): boolean => value === '' || !value.startsWith('0');

/** A date filter. It applies once the year is complete. */
export function DateField({ value, onChange, ...field }: DateFieldProps) {
  const { text, type, ask } = useTypedValue(value, onChange);
  return (
    <TextField
      {...field}
      type="date"
      value={text}
      onChange={({ target }) => (isWhole(target.value) ? ask : type)(target.value)}
    />
  );
}
