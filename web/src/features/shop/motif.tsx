import type { PrintArea } from '@easel/contracts/products/placement';
import { useId } from 'react';
import styles from './motif.module.css';

interface MotifProps {
  area: PrintArea;
  /** Radius of its corners. */
  corner: number;
}

/** Shows an example picture on the print area: a sun above hills. */
export function Motif({ area: { width, height }, corner }: MotifProps) {
  const clip = useId();
  return (
    <>
      <clipPath id={clip}>
        <rect width={width} height={height} rx={corner} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect width={width} height={height} className={styles.sky} />
        <circle cx={width * 0.66} cy={height * 0.36} r={Math.min(width, height) * 0.17} className={styles.sun} />
        <path
          d={`M0 ${height * 0.72}Q${width * 0.28} ${height * 0.4} ${width * 0.6} ${height * 0.7}T${width} ${height * 0.62}V${height}H0Z`}
          className={styles.far}
        />
        <path
          d={`M0 ${height * 0.86}Q${width * 0.4} ${height * 0.66} ${width} ${height * 0.88}V${height}H0Z`}
          className={styles.near}
        />
      </g>
    </>
  );
}
