import type { ComponentProps, ReactNode } from 'react';
import styles from './choice.module.css';

interface ChoiceGroupProps {
  legend: string;
  /** `row`: a segmented bar; `chips`: as many lines as needed; `shapes`: a close grid. */
  layout: 'row' | 'chips' | 'shapes';
  children: ReactNode;
}

/** One of several: native radio buttons, so the arrow keys and forms work as everywhere. */
export function ChoiceGroup({ legend, layout, children }: ChoiceGroupProps) {
  return (
    <fieldset className={styles.group} data-layout={layout}>
      <legend>{legend}</legend>
      <div className={styles.options}>{children}</div>
    </fieldset>
  );
}

interface ChoiceProps extends ComponentProps<'input'> {
  /** The name that is told; what is seen are the children. */
  label?: string;
}

export function Choice({ label, children, ...input }: ChoiceProps) {
  return (
    <label className={styles.choice} title={label}>
      <input {...input} type="radio" aria-label={label} />
      <span className={styles.face}>{children}</span>
    </label>
  );
}
