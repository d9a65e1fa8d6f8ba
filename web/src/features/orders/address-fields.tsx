import { addressFormOf } from '@easel/contracts/orders/address';
import { countries } from '@easel/contracts/orders/countries';
import type { ComponentProps } from 'react';
import { TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { LONGEST_ADDRESS, type AddressTexts } from './checkout-form.ts';
import styles from './checkout.module.css';
import { useRegions } from './use-regions.ts';

const countryOptions = countries.map(([, name]) => ({ value: name, label: name }));

interface AddressFieldsProps {
  address: AddressTexts;
  onChange: (change: Partial<AddressTexts>) => void;
  field: (name: keyof AddressTexts) => { name: string; error: string | undefined };
}

const labelOf = ({ label, needed }: { label: string; needed: boolean }) => (needed ? label : `${label} (optional)`);

/** Asks for an address: first for its country, which decides the other fields. */
export function AddressFields({ address, onChange, field }: AddressFieldsProps) {
  const form = addressFormOf(address.country);
  const bind = (name: keyof typeof LONGEST_ADDRESS) => ({
    ...field(name),
    value: address[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange({ [name]: currentTarget.value }),
    maxLength: LONGEST_ADDRESS[name],
  });
  return (
    <>
      <SelectField
        {...field('country')}
        label="Country"
        autoComplete="shipping country-name"
        options={countryOptions}
        value={address.country}
        // A region of one country is none of another.
        onChange={({ currentTarget }) => onChange({ country: currentTarget.value, state: '' })}
      />
      <TextField {...bind('street')} label="Street address" autoComplete="shipping street-address" required />
      <TextField {...bind('city')} label="City" autoComplete="shipping address-level2" required />
      {(form?.region || form?.code) && (
        <div className={styles.pair}>
          {form?.region && (
            <RegionField
              country={address.country}
              label={labelOf(form.region)}
              isNeeded={form.region.needed}
              typed={{ ...bind('state'), autoComplete: 'shipping address-level1' }}
              onChoose={(state) => onChange({ state })}
            />
          )}
          {form?.code && (
            <TextField
              {...bind('zipCode')}
              label={labelOf(form.code)}
              autoComplete="shipping postal-code"
              required={form.code.needed}
            />
          )}
        </div>
      )}
    </>
  );
}

interface RegionFieldProps {
  country: string;
  label: string;
  isNeeded: boolean;
  /** Of the field that takes what is typed. */
  typed: ComponentProps<'input'> & { name: string; value: string; error: string | undefined };
  onChoose: (region: string) => void;
}

/** Offers the regions of a country where they are known, and is typed into elsewhere. */
function RegionField({ country, label, isNeeded, typed, onChoose }: RegionFieldProps) {
  const regions = useRegions(country);
  if (regions === null) return <TextField {...typed} label={label} required={isNeeded} />;
  const { name, value, error, autoComplete } = typed;
  // What was filled in may be the region's code.
  const chosen = regions?.find((region) => region.includes(value))?.[0] ?? (regions ? '' : value);
  const known = regions?.map(([region]) => region) ?? (value === '' ? [] : [value]);
  return (
    <SelectField
      name={name}
      error={error}
      autoComplete={autoComplete}
      label={label}
      required={isNeeded}
      aria-busy={regions === undefined}
      options={[{ value: '', label: 'Please choose' }, ...known.map((region) => ({ value: region, label: region }))]}
      value={chosen}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  );
}
