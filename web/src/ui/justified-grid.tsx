import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { justify, type Tile } from '../lib/justified.ts';
import styles from './justified-grid.module.css';

interface JustifiedGridProps<T> {
  items: readonly T[];
  /** Width ÷ height of an item's picture. */
  ratioOf: (item: T) => number;
  keyOf: (item: T, index: number) => string;
  /** Of a row, by the width there is and the gap between pictures. */
  targetHeightPx: (widthPx: number, gapPx: number) => number;
  minWidthPx: number;
  label: string;
  children: (item: T, tile: Tile, index: number) => ReactNode;
}

const GAP_PX = 16;

/** A list of pictures in justified rows; it measures itself before the first paint, so nothing moves afterwards. */
export function JustifiedGrid<T>(props: JustifiedGridProps<T>) {
  const { items, ratioOf, keyOf, targetHeightPx, minWidthPx, label, children } = props;
  const ref = useRef<HTMLUListElement>(null);
  const [widthPx, setWidthPx] = useState(0);

  useLayoutEffect(() => {
    const list = ref.current;
    if (!list) return;
    setWidthPx(list.clientWidth);
    const observer = new ResizeObserver(() => setWidthPx(list.clientWidth));
    observer.observe(list);
    return () => observer.disconnect();
  }, []);

  const tiles =
    widthPx > 0
      ? justify(items.map(ratioOf), {
          widthPx,
          targetHeightPx: targetHeightPx(widthPx, GAP_PX),
          gapPx: GAP_PX,
          minWidthPx,
        })
      : [];
  return (
    <ul ref={ref} className={styles.grid} aria-label={label}>
      {items.map((item, index) => {
        const tile = tiles[index];
        return (
          tile && (
            <li key={keyOf(item, index)} style={{ width: tile.widthPx }}>
              {children(item, tile, index)}
            </li>
          )
        );
      })}
    </ul>
  );
}
