import { REFERENCES_MAX, type ReferenceRole } from '@easel/contracts/providers/reference.policy';
import { ImagePlus, X } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { RangeField } from '../../ui/range-field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import type { Reference } from '../images/reference.ts';
import { candidatesOf, makerOf } from '../providers/offers.ts';
import type { StudioFieldProps } from './chosen.ts';
import { referencesFor, roleNames, withRole } from '../providers/reference-roles.ts';
import styles from './references-field.module.css';

const ReferencePicker = lazy(() => import('./reference-picker.tsx'));

/** Shows the reference pictures that are sent with the prompt, up to the provider's limit. */
export default function ReferencesField({ form, chosen: { providers, asked } }: StudioFieldProps) {
  const maker = makerOf(providers, asked);
  const [picking, setPicking] = useState(false);
  const noteId = useId();
  const chosen = referencesFor(maker, form.getValues('references'));
  const candidates = candidatesOf(providers, asked);
  const most = Math.min(REFERENCES_MAX, Math.max(...candidates.map(({ references }) => references)));
  const set = (references: Reference[]) => form.setValue('references', references);
  const change = (index: number, changes: Partial<Reference>) =>
    set(chosen.map((one, place) => (place === index ? { ...one, ...changes } : one)));
  const note = noteOf(maker.label, most, chosen.length);

  return (
    <fieldset className={styles.references}>
      <legend>Reference pictures</legend>
      {chosen.length > 0 && (
        <ul className={styles.chosen} aria-label="Chosen reference pictures">
          {chosen.map((reference, index) => (
            <Chip
              key={`${reference.kind}/${reference.id}`}
              reference={reference}
              roles={maker.referenceRoles}
              onRole={(role) => set(withRole(maker, chosen, index, role))}
              onStrength={(strength) => change(index, { strength })}
              onRemove={() => set(chosen.filter((_, place) => place !== index))}
            />
          ))}
        </ul>
      )}
      <div className={styles.add}>
        <Button disabled={chosen.length >= most} aria-describedby={noteId} onClick={() => setPicking(true)}>
          <ImagePlus size={16} aria-hidden="true" />
          Add a picture
        </Button>
        <p id={noteId} className={styles.note}>
          {note}
        </p>
      </div>
      {form.formState.errors.references && (
        <p role="alert" className={styles.wrong}>
          {form.formState.errors.references.message ?? 'A reference picture cannot be used. Please choose another.'}
        </p>
      )}
      <Suspense fallback={null}>
        {picking && (
          <ReferencePicker
            chosen={chosen}
            most={most}
            onChange={(change) => set(change(referencesFor(maker, form.getValues('references'))))}
            onClose={() => setPicking(false)}
          />
        )}
      </Suspense>
    </fieldset>
  );
}

function noteOf(label: string, most: number, count: number): string {
  if (most === 0) return `${label} takes no reference pictures`;
  return `${count} of ${most}: yours, bought or uploaded`;
}

interface ChipProps {
  reference: Reference;
  roles: readonly ReferenceRole[];
  onRole: (role: ReferenceRole) => void;
  onStrength: (strength: number) => void;
  onRemove: () => void;
}

/** Shows one reference with its role and strength, if the provider uses these. */
function Chip({ reference, roles, onRole, onStrength, onRemove }: ChipProps) {
  const { name, role, strength } = reference;
  return (
    <li className={styles.chip}>
      <div className={styles.thumbnail}>
        <Thumbnail image={reference} />
      </div>
      <div className={styles.about}>
        <p className={styles.name} title={name}>
          {name}
        </p>
        {role !== undefined && (
          <SelectField
            label={`What is taken from it`}
            aria-label={`What is taken from: ${name}`}
            options={roles.map((value) => ({ value, label: roleNames[value] }))}
            value={role}
            onChange={(event) => onRole(roles.find((one) => one === event.target.value) ?? role)}
          />
        )}
        {strength !== undefined && (
          <RangeField
            label="Strength"
            aria-label={`Strength: ${name}`}
            min={0}
            max={100}
            shown={`${strength} %`}
            value={strength}
            onChange={(event) => onStrength(Number(event.target.value))}
          />
        )}
      </div>
      <IconButton label={`Remove: ${name}`} title="Remove" onClick={onRemove}>
        <X size={20} />
      </IconButton>
    </li>
  );
}
