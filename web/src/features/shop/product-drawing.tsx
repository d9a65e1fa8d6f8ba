import type { PrintArea } from '@easel/contracts/products/placement';
import type { ReactNode } from 'react';
import styles from './product-drawing.module.css';
import { shapeOf } from './product-shape.ts';

interface ProductDrawingProps {
  productId: string;
  size: string;
  colour: string;
  area: PrintArea;
  /** Drawn on the product, in inches from the area's top left corner. */
  children: ReactNode;
}

/** A product drawn at true scale, with what is printed on it. */
export function ProductDrawing({ productId, size, colour, area, children }: ProductDrawingProps) {
  const { view, body, lines, hole } = shapeOf(productId, area, size);
  const kind = colour || productId;
  return (
    <svg
      viewBox={`${view.left} ${view.top} ${view.width} ${view.height}`}
      className={styles.drawing}
      aria-hidden="true"
      focusable="false"
    >
      <path d={body} className={styles.body} data-kind={kind} />
      {children}
      <path d={lines} className={styles.lines} data-kind={kind} />
      <path d={hole} className={styles.hole} />
    </svg>
  );
}
