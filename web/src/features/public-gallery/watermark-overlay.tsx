import { brand } from '@easel/contracts/brand';
import type { Generation } from '@easel/contracts/generation/http';
import { useId } from 'react';
import { barHeightPx, watermarkText } from './watermark.ts';
import styles from './watermark-overlay.module.css';

interface WatermarkOverlayProps {
  generation: Generation;
  /** Of the picture, in pixels. */
  width: number;
  height: number;
}

/** Room that a character takes, as a share of the font's size. */
const CHARACTER = 0.56;

/**
 * Draws the watermark of a downloaded copy over a public picture that the viewer neither made nor bought.
 * spec: public-and-commerce §2.4, §9 "Watermark".
 */
export function WatermarkOverlay({ generation, width, height }: WatermarkOverlayProps) {
  const id = useId();
  if (!generation.isPublic || generation.yours !== undefined) return null;
  const sizePx = Math.max(20, Math.round(Math.min(width, height) / 12));
  const barPx = Math.min(height, barHeightPx(height));
  const text = watermarkText(generation.id);
  const textPx = Math.min(barPx * 0.34, (width - barPx * 0.6) / (text.length * CHARACTER));
  return (
    <svg className={styles.mark} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <defs>
        <pattern
          id={id}
          width={sizePx * (brand.name.length * CHARACTER + 3)}
          height={sizePx * 4}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(-30)"
        >
          <text className={styles.across} y={sizePx} fontSize={sizePx}>
            {brand.name}
          </text>
        </pattern>
      </defs>
      <rect width={width} height={height} fill={`url(#${id})`} />
      <rect className={styles.bar} y={height - barPx} width={width} height={barPx} />
      <text className={styles.from} x={barPx * 0.3} y={height - barPx / 2} fontSize={textPx} dominantBaseline="central">
        {text}
      </text>
    </svg>
  );
}
