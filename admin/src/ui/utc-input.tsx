import { TextInput } from 'react-admin';

interface Props {
  source: string;
  label: string;
}

/**
 * An instant to the second, typed and shown in UTC as logs have it; its value is an ISO text, or nothing until it is
 * whole.
 */
export const UtcInput = ({ source, label }: Props) => (
  <TextInput
    source={source}
    label={`${label} (UTC)`}
    type="datetime-local"
    parse={(typed: string) => (typed === '' ? '' : `${typed.length === 16 ? `${typed}:00` : typed.slice(0, 19)}.000Z`)}
    format={(instant: string | undefined) => (instant ?? '').slice(0, 19)}
    slotProps={{ inputLabel: { shrink: true }, htmlInput: { step: 1 } }}
  />
);
