import type { CSSProperties } from 'react';
import styles from './skeleton.module.css';

/** A quiet block where something will stand. */
export function Skeleton({ style }: { style: CSSProperties }) {
  return <span className={styles.skeleton} style={style} aria-hidden="true" />;
}
