import type { ReactNode } from 'react';
import styles from './figures.module.css';
import { Skeleton } from './skeleton.tsx';

/** A row of figures, each with its name. */
export function Figures({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <dl className={styles.cards} aria-busy={busy}>
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
