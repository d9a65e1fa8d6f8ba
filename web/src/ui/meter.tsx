import styles from './meter.module.css';

interface MeterProps {
  label: string;
  value: number;
  max: number;
  /** What is told instead of the bare figures. */
  text: string;
}

/** How much of something limited is used; it warns from nine tenths on. */
export function Meter({ label, value, max, text }: MeterProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 1;
  return (
    <div
      className={styles.meter}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={text}
      data-high={share >= 0.9}
    >
      <span style={{ scale: `${share} 1` }} />
    </div>
  );
}
