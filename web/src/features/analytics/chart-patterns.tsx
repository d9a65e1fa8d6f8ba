import styles from './analytics.module.css';

/** Told from the other by more than its colour. */
export const FAILED = 'failed-hatching';
export const patternOf = (id: string): string => `url(#${id})`;

export const Patterns = () => (
  <defs>
    <pattern id={FAILED} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width={6} height={6} fill="var(--surface-1)" />
      <rect width={3} height={6} fill="var(--danger)" />
    </pattern>
  </defs>
);

/** The names beside their marks. */
export const ChartKey = () => (
  <ul className={styles.key}>
    <li>
      <svg width={14} height={14} aria-hidden="true">
        <rect x={1} y={1} width={12} height={12} fill="var(--accent)" />
      </svg>
      Completed
    </li>
    <li>
      <svg width={14} height={14} aria-hidden="true">
        <rect x={1} y={1} width={12} height={12} fill={patternOf(FAILED)} stroke="var(--danger)" />
      </svg>
      Failed
    </li>
  </ul>
);
