import { Eye, EyeOff } from 'lucide-react';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { IconButton } from './button.tsx';
import styles from './field.module.css';

interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  /** Stands at the field's end, inside its border. */
  trailing?: ReactNode;
}

/** A labelled input that owns its hint and its error. */
export function TextField({ label, error, hint, trailing, className, id: givenId, ...input }: TextFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.box}>
        <input
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, error, hint)}
        />
        {trailing}
      </div>
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  );
}

/** Names what belongs to a field, for its input. */
export const describedBy = (id: string, error: string | undefined, hint: ReactNode): string | undefined =>
  [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;

/** What stands under a field: its error in a live region, and its hint. */
export function FieldNotes({ id, error, hint }: { id: string; error: string | undefined; hint?: ReactNode }) {
  return (
    <>
      <p id={`${id}-error`} className={styles.error} role="alert">
        {error}
      </p>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </>
  );
}

/** A password that can be shown while it is typed. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      trailing={
        <IconButton label={shown ? 'Hide password' : 'Show password'} onClick={() => setShown(!shown)}>
          <Icon size={20} />
        </IconButton>
      }
    />
  );
}

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
  error?: string | undefined;
  /** Characters so far, and the most there may be. */
  count: number;
  most: number;
}

/** A labelled text of many lines with a counter. */
export function TextArea({ label, error, count, most, ...textarea }: TextAreaProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <div className={styles.labelRow}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        <span id={`${id}-hint`} className={styles.hint} data-over={count > most}>
          {`${count} / ${most}`}
        </span>
      </div>
      <div className={styles.box}>
        <textarea
          {...textarea}
          id={id}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, error, true)}
        />
      </div>
      <FieldNotes id={id} error={error} />
    </div>
  );
}

interface CheckboxProps extends ComponentProps<'input'> {
  label: ReactNode;
}

export function Checkbox({ label, ...input }: CheckboxProps) {
  return (
    <label className={styles.checkbox}>
      <input {...input} type="checkbox" />
      <span>{label}</span>
    </label>
  );
}
