import { useId, type ComponentProps } from 'react';
import fieldStyles from './field.module.css';
import styles from './range-field.module.css';

interface RangeFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string;
  /** The value in words, beside the label and for screen readers. */
  shown: string;
}

/** A labelled number on a scale. */
export function RangeField({ label, shown, className, id: givenId, ...input }: RangeFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <div className={[fieldStyles.field, className].filter(Boolean).join(' ')}>
      <div className={fieldStyles.labelRow}>
        <label htmlFor={id} className={fieldStyles.label}>
          {label}
        </label>
        <span className={fieldStyles.hint} aria-hidden="true">
          {shown}
        </span>
      </div>
      <input {...input} id={id} type="range" className={styles.range} aria-valuetext={shown} />
    </div>
  );
}
