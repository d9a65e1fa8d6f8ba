import type { ComponentProps, ReactNode } from 'react';
import styles from './switch.module.css';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  label: string;
  hint?: ReactNode;
}

/** On or off, at once: a native checkbox that is told as a switch. */
export function Switch({ label, hint, ...input }: SwitchProps) {
  return (
    <label className={styles.switch}>
      <span>
        {label}
        {hint && <span className={styles.hint}>{hint}</span>}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox tells its state itself */}
      <input {...input} type="checkbox" role="switch" />
      <span className={styles.track} aria-hidden="true" />
    </label>
  );
}
