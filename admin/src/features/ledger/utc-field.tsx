import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { fieldOf, instantOf } from './instant.ts';

interface Props extends Pick<TextFieldProps, 'sx' | 'margin'> {
  label: string;
  /** ISO 8601; undefined where none is chosen. */
  value: string | undefined;
  onChange: (instant: string | undefined) => void;
}

/** A year that is being typed is a valid one of antiquity on the way. */
const EARLIEST = '2000-01-01T00:00';
const LATEST = '9999-12-31T23:59';
const TYPING_MS = 700;

/** A date and a time in UTC; told when the typing pauses, at Enter or when the field is left, and never half. */
export function UtcField({ label, value, onChange, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();

  const settle = useEffectEvent((field: string) => commit(field));
  useEffect(() => {
    if (typed === undefined) return undefined;
    const timer = setTimeout(() => settle(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  function commit(field: string | undefined) {
    if (field === undefined || !input.current?.validity.valid) return;
    const instant = instantOf(field);
    if (instant !== value) onChange(instant);
  }

  return (
    <TextField
      {...rest}
      label={`${label} (UTC)`}
      type="datetime-local"
      inputRef={input}
      value={typed ?? fieldOf(value)}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        commit(typed);
      }}
      onBlur={() => {
        commit(typed);
        setTyped(undefined);
      }}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { step: 0.001, min: EARLIEST, max: LATEST } }}
    />
  );
}
