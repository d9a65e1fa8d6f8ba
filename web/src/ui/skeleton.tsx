import type { CSSProperties } from 'react';
import styles from './skeleton.module.css';

/** A quiet block where something will stand. */
export function Skeleton({ style, className }: { style?: CSSProperties; className?: string | undefined }) {
  return <span className={[styles.skeleton, className].filter(Boolean).join(' ')} style={style} aria-hidden="true" />;
}
