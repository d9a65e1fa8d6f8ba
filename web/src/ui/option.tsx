import type { ComponentProps, ReactNode } from 'react';
import styles from './option.module.css';

interface OptionGroupProps {
  legend: string;
  /** `columns`: side by side where there is room. */
  layout?: 'rows' | 'columns';
  children: ReactNode;
}

/** One of several things that need words: what it is, what it costs, or why it cannot be had. Native radio buttons. */
export function OptionGroup({ legend, layout = 'rows', children }: OptionGroupProps) {
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      <div className={styles.options} data-layout={layout}>
        {children}
      </div>
    </fieldset>
  );
}

interface OptionProps extends Omit<ComponentProps<'input'>, 'type'> {
  name: string;
  title: string;
  note?: ReactNode;
  /** At its end. */
  end?: ReactNode;
  /** Beside it, to be pressed by itself: what would make it available. */
  action?: ReactNode;
}

export function Option({ title, note, end, action, ...input }: OptionProps) {
  return (
    <div className={styles.option}>
      <label>
        <input {...input} type="radio" />
        <span className={styles.words}>
          <span className={styles.title}>{title}</span>
          {note && <span className={styles.note}>{note}</span>}
        </span>
        {end && <span className={styles.end}>{end}</span>}
      </label>
      {action}
    </div>
  );
}
