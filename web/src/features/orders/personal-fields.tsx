import { TextField } from '../../ui/field.tsx';
import { LONGEST, type Personal } from './checkout-form.ts';
import styles from './checkout.module.css';

interface PersonalFieldsProps {
  personal: Personal;
  onChange: (name: keyof Personal, value: string) => void;
  field: (name: keyof Personal) => { name: string; error: string | undefined };
}

export function PersonalFields({ personal, onChange, field }: PersonalFieldsProps) {
  const bind = (name: keyof Personal) => ({
    ...field(name),
    value: personal[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange(name, currentTarget.value),
    maxLength: LONGEST[name],
  });
  return (
    <>
      <div className={styles.pair}>
        <TextField {...bind('firstName')} label="First name" autoComplete="given-name" required />
        <TextField {...bind('lastName')} label="Last name" autoComplete="family-name" required />
      </div>
      <TextField {...bind('email')} label="Email" type="email" inputMode="email" autoComplete="email" required />
      <TextField {...bind('phone')} label="Phone (optional)" type="tel" inputMode="tel" autoComplete="tel" />
    </>
  );
}
