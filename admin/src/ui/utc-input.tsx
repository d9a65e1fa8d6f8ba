import { TextInput } from 'react-admin';
import { instantTyped, typedInstant } from './utc-instant.ts';

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
    parse={typedInstant}
    format={(instant: string | undefined) => instantTyped(instant ?? '')}
    slotProps={{ inputLabel: { shrink: true }, htmlInput: { step: 1 } }}
  />
);
