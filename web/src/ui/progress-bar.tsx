import styles from './progress-bar.module.css';

interface ProgressBarProps {
  label: string;
  /** Of the whole, 0 to 1; null keeps its place while nothing is known. */
  value: number | null;
}

export function ProgressBar({ label, value }: ProgressBarProps) {
  if (value === null) return <span className={styles.track} data-idle="true" />;
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value * 100)}
    >
      <span style={{ scale: `${value} 1` }} />
    </div>
  );
}
