import type { ReactNode } from 'react';
import styles from './figures.module.css';
import { Skeleton } from './skeleton.tsx';

interface FiguresProps {
  busy: boolean;
  /** Two beside each other on a phone, where sums are long or have notes. */
  paired?: boolean;
  children: ReactNode;
}

/** A row of figures, each with its name. */
export function Figures({ busy, paired = false, children }: FiguresProps) {
  return (
    <dl className={styles.cards} data-paired={paired} aria-busy={busy}>
      {children}
    </dl>
  );
}

interface FigureProps {
  name: string;
  /** Undefined while it may still come. */
  value: string | undefined;
  /** Says what is counted, or what stands beside it. */
  note?: string | undefined;
}

export function Figure({ name, value, note }: FigureProps) {
  return (
    <div className={styles.card}>
      <dt>{name}</dt>
      <dd>{value ?? <Skeleton style={{ width: '3ch', height: '1.2em' }} />}</dd>
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  );
}
