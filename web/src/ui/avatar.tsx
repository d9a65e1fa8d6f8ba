import { useState } from 'react';
import styles from './avatar.module.css';

const CELLS = 5;
const HUES = 4;

/** The same text always gives the same number: FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

/**
 * Cells of the left half, mirrored: one bit each, columns from the edge to the middle; the rest where these are few.
 */
function cellsOf(hash: number): { x: number; y: number }[] {
  const bits = Array.from({ length: Math.ceil(CELLS / 2) * CELLS }, (_, bit) => bit);
  const isSet = (bit: number): boolean => ((hash >>> bit) & 1) === 1;
  const set = bits.filter(isSet);
  return (set.length * 2 > bits.length ? set : bits.filter((bit) => !isSet(bit))).flatMap((bit) => {
    const [x, y] = [Math.floor(bit / CELLS), bit % CELLS];
    const mirrored = CELLS - 1 - x;
    return mirrored === x
      ? [{ x, y }]
      : [
          { x, y },
          { x: mirrored, y },
        ];
  });
}

interface AvatarProps {
  /** The name that stands beside it. */
  of: string;
  /** Of the picture that they chose. */
  src?: string | undefined;
  size?: number;
}

/** Somebody's picture; a small mark drawn from their name for who has none, and where it cannot be loaded. */
export function Avatar({ of, src, size = 24 }: AvatarProps) {
  const [missing, setMissing] = useState<string>();
  if (src === undefined || src === missing) return <Mark of={of} size={size} />;
  return (
    <img
      className={styles.avatar}
      src={src}
      width={size}
      height={size}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setMissing(src)}
    />
  );
}

function Mark({ of, size }: { of: string; size: number }) {
  const hash = hashOf(of);
  return (
    <svg
      className={styles.avatar}
      data-hue={(hash >>> 24) % HUES}
      width={size}
      height={size}
      viewBox={`-1 -1 ${CELLS + 2} ${CELLS + 2}`}
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      {cellsOf(hash).map(({ x, y }) => (
        <rect key={`${x} ${y}`} x={x} y={y} width={1} height={1} fill="currentColor" />
      ))}
    </svg>
  );
}
