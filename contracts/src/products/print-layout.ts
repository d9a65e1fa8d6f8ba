import * as z from 'zod/mini';
import { placement, type PrintArea } from './placement.ts';

/**
 * All that a file for the print service depends on beside its picture. Products that are printed alike share a file,
 * as the sizes of a T-shirt do.
 */
export const printLayout = z.object({
  /** In inches. */
  area: z.object({ width: z.number(), height: z.number(), bleed: z.number() }),
  dpi: z.number(),
  placement,
  /** Pixels that may be printed; a larger original is scaled down to them first. */
  widthPx: z.number(),
  heightPx: z.number(),
});
export type PrintLayout = z.output<typeof printLayout>;

/** Returns the pixels of a print file, bleed included. */
export const printedPx = ({ width, height, bleed }: PrintArea, dpi: number): { width: number; height: number } => ({
  width: Math.round((width + 2 * bleed) * dpi),
  height: Math.round((height + 2 * bleed) * dpi),
});
