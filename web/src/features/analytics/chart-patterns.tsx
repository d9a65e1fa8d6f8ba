import styles from './analytics.module.css';

/** What bars of one kind look like: told from the other by more than its colour. */
export interface Mark {
  name: string;
  fill: string;
  stroke?: string;
}

interface HatchingProps {
  id: string;
  color: string;
}

export const patternOf = (id: string): string => `url(#${id})`;

export const Hatching = ({ id, color }: HatchingProps) => (
  <defs>
    <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width={6} height={6} fill="var(--surface-1)" />
      <rect width={3} height={6} fill={color} />
    </pattern>
  </defs>
);

/** The names beside their marks. */
export const ChartKey = ({ marks }: { marks: readonly Mark[] }) => (
  <ul className={styles.key}>
    {marks.map(({ name, fill, stroke }) => (
      <li key={name}>
        <svg width={14} height={14} aria-hidden="true">
          <rect x={1} y={1} width={12} height={12} fill={fill} stroke={stroke} />
        </svg>
        {name}
      </li>
    ))}
  </ul>
);
