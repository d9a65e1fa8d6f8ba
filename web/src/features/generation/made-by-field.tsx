import { BUILT_IN, type KnownProvider } from '@easel/contracts/providers/policy';
import { SelectField } from '../../ui/select.tsx';
import { choiceOf, waitText } from '../providers/offers.ts';
import type { StudioFieldProps } from './chosen.ts';

/** Shows who makes the picture, and lets the member choose another provider. */
export default function MadeByField({ form, chosen: { providers, asked } }: StudioFieldProps) {
  const choice = choiceOf(providers, asked);
  const automatic = choiceOf(providers, { ...asked, provider: '' }).provider;
  const isGone = asked.provider !== '' && !providers.known.some(({ name }) => name === asked.provider);
  const options = [
    { value: '', label: automatic ? `Automatic: ${nameOf(automatic)}` : 'Automatic' },
    ...providers.known.map((one) => ({ value: one.name, label: `${one.label}${stateText(one)}` })),
    ...(isGone ? [{ value: asked.provider, label: `${asked.provider} (no longer available)` }] : []),
  ];
  const wait = choice.provider && waitText(choice.provider, asked.resolution);
  const hint = choice.provider
    ? [`Made by ${nameOf(choice.provider)}${wait === undefined ? '' : `, in ${wait}`}.`, aboutOf(choice.provider)]
        .filter(Boolean)
        .join(' ')
    : choice.reason;
  return (
    <SelectField
      label="Made by"
      options={options}
      hint={hint}
      value={asked.provider}
      onChange={(event) => form.setValue('provider', event.target.value)}
    />
  );
}

/** Returns the name for use within a sentence. */
const nameOf = ({ name, label }: KnownProvider): string => (name === BUILT_IN ? 'the built-in renderer' : label);

const aboutOf = ({ name, factor }: KnownProvider): string => {
  if (name === BUILT_IN) return 'It is a demonstration: it draws what is in its own dictionary, and nothing else.';
  return factor === 1 ? '' : `Its pictures cost ${factor} times the usual price.`;
};

function stateText({ availability }: KnownProvider): string {
  if (availability.state === 'ready') return '';
  return availability.state === 'paused' ? ' (paused)' : ' (does not answer)';
}
