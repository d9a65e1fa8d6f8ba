import TextField from '@mui/material/TextField';
import { instantTyped, typedInstant } from './utc-instant.ts';

interface Props {
  /** A position of the log, or an instant in ISO 8601; empty: now. */
  value: string;
  onChange: (value: string) => void;
}

const isPosition = (value: string): boolean => /^\d+$/.test(value);

/** Asks for an instant from a calendar, or a position of the log; setting one clears the other. */
export const AsOfField = ({ value, onChange }: Props) => (
  <>
    <TextField
      label="As of (UTC)"
      type="datetime-local"
      value={isPosition(value) ? '' : instantTyped(value)}
      helperText="Empty: now."
      onChange={(event) => onChange(typedInstant(event.target.value))}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { step: 1 } }}
      sx={{ flex: '1 1 220px', maxWidth: 260 }}
    />
    <TextField
      label="Or as of a position"
      value={isPosition(value) ? value : ''}
      helperText="From an earlier answer or report."
      onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, ''))}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { autoComplete: 'off', inputMode: 'numeric', maxLength: 18 },
      }}
      sx={{ flex: '1 1 180px', maxWidth: 260 }}
    />
  </>
);
