import { useId, type ReactNode } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  /** Under the title. */
  note?: ReactNode;
  /** At the title's end. */
  actions?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A section of a page with a heading of its own, on a surface of its own. Panels do not stand in panels. */
export function Panel({ title, note, actions, className, children }: PanelProps) {
  const id = useId();
  return (
    <section className={[styles.panel, className].filter(Boolean).join(' ')} aria-labelledby={id}>
      <div className={styles.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {note && <p className={styles.note}>{note}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}
