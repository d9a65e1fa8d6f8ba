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
  /** Where it is known already, nothing is measured. */
  widthPx?: number;
  /** See `JustifyOptions`. */
  closed?: boolean;
  /** Between pictures beside each other. */
  gapPx?: number;
  className?: string | undefined;
  children: (item: T, tile: Tile, index: number) => ReactNode;
}

const GAP_PX = 16;

/** A list of pictures in justified rows; it measures itself before the first paint, so nothing moves afterwards. */
export function JustifiedGrid<T>(props: JustifiedGridProps<T>) {
  const { items, ratioOf, keyOf, targetHeightPx, minWidthPx, label, closed = false, gapPx = GAP_PX, children } = props;
  const ref = useRef<HTMLUListElement>(null);
  const [measuredPx, setMeasuredPx] = useState(0);
  const widthPx = props.widthPx ?? measuredPx;

  useLayoutEffect(() => {
    const list = ref.current;
    if (!list || props.widthPx !== undefined) return;
    setMeasuredPx(list.clientWidth);
    const observer = new ResizeObserver(() => setMeasuredPx(list.clientWidth));
    observer.observe(list);
    return () => observer.disconnect();
  }, [props.widthPx]);

  const tiles =
    widthPx > 0
      ? justify(items.map(ratioOf), {
          widthPx,
          targetHeightPx: targetHeightPx(widthPx, gapPx),
          gapPx,
          minWidthPx,
          closed,
        })
      : [];
  return (
    <ul ref={ref} className={[styles.grid, props.className].filter(Boolean).join(' ')} aria-label={label}>
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
