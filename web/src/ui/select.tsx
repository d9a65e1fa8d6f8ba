import { ChevronDown } from 'lucide-react';
import { useId, type ComponentProps } from 'react';
import fieldStyles from './field.module.css';
import { describedBy, FieldNotes } from './field.tsx';
import styles from './select.module.css';

interface SelectFieldProps extends ComponentProps<'select'> {
  label: string;
  error?: string | undefined;
  hint?: string;
  options: readonly { value: string; label: string; disabled?: boolean }[];
}

/** A labelled choice of one among several: the browser's own list, which every hand and every screen reader knows. */
export function SelectField({ label, error, hint, options, className, id: givenId, ...select }: SelectFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <div className={[fieldStyles.field, className].filter(Boolean).join(' ')}>
      <label htmlFor={id} className={fieldStyles.label}>
        {label}
      </label>
      <div className={[fieldStyles.box, styles.box].join(' ')}>
        <select
          {...select}
          id={id}
          className={[fieldStyles.input, styles.select].join(' ')}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, error, hint)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown size={16} className={styles.mark} aria-hidden="true" />
      </div>
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  );
}
