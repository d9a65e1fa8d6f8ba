import type { ComponentProps } from 'react';
import { useTypedValue } from '../lib/typed-value.ts';
import { TextField } from './field.tsx';

interface DateFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'value' | 'onChange'> {
  /** `2026-11-29`, or empty; held by the address. */
  value: string;
  onChange: (value: string) => void;
}

/** A year that is still being typed begins with zeros. */
const isWhole = (value: string): boolean => value === '' || !value.startsWith('0');

/** A day that narrows a list; it counts once its year is typed to the end. */
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
