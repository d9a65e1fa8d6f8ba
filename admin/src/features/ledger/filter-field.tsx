import TextField from '@mui/material/TextField';
import { useState } from 'react';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What is wrong with what was typed; undefined where nothing is. */
  check?: (value: string) => string | undefined;
  disabled?: boolean;
  numeric?: boolean;
}

/** One text to narrow a list by; told at Enter or when the field is left, as half an id finds nothing. */
export function FilterField({ label, value, onChange, check, disabled = false, numeric = false }: Props) {
  const [typed, setTyped] = useState<string>();
  const problem = typed === undefined || typed.trim() === '' ? undefined : check?.(typed.trim());

  function commit() {
    if (typed === undefined || problem !== undefined) return;
    setTyped(undefined);
    if (typed.trim() !== value) onChange(typed.trim());
  }

  return (
    <TextField
      label={label}
      value={typed ?? value}
      disabled={disabled}
      error={problem !== undefined}
      helperText={problem}
      margin="none"
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        commit();
      }}
      slotProps={{
        htmlInput: { spellCheck: false, autoComplete: 'off', maxLength: 200, ...(numeric && { inputMode: 'decimal' }) },
      }}
    />
  );
}
