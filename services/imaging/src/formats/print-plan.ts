import { placedOn } from '@easel/contracts/products/placement';
import { printedPx, type PrintLayout } from '@easel/contracts/products/print-layout';

interface Size {
  readonly width: number;
  readonly height: number;
}
interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

/** The steps from a picture to its print file, in this order; all in pixels. */
export interface PrintPlan {
  /** Of the picture: what is seen of it, and a little around that, which the filter reads. */
  readonly extract: Box;
  /** What was extracted becomes so large. */
  readonly resize: Size;
  /** Degrees, clockwise. */
  readonly rotation: 0 | 90 | 180 | 270;
  /** Of what was turned: what is seen. */
  readonly crop: Box;
  /** Background around that, up to the edges of the file. */
  readonly around: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
}

/** Pixels on each side from which the filter of a resized pixel reads. */
const FILTER_PX = 3;

/** Where a picture is in its file, turned as it is printed; it may reach over the file's edges. */
function boxOf({ area, dpi, placement, widthPx, heightPx }: PrintLayout): Box {
  const { left, top, width, height } = placedOn(area, { width: widthPx, height: heightPx }, placement);
  const { bleed } = area;
  return { left: (left + bleed) * dpi, top: (top + bleed) * dpi, width: width * dpi, height: height * dpi };
}

/** Returns the size of the whole picture in its file, before it is turned. */
export function printedSize(layout: PrintLayout): Size {
  const { width, height } = boxOf(layout);
  return isTurned(layout) ? { width: height, height: width } : { width, height };
}

/** Returns how a picture of these pixels becomes its file; undefined where nothing of it is on the print area. */
export function planPrint(layout: PrintLayout, picture: Size): PrintPlan | undefined {
  const file = printedPx(layout.area, layout.dpi);
  const box = boxOf(layout);
  const across = visible(box.left, box.width, file.width);
  const down = visible(box.top, box.height, file.height);
  if (!across || !down) return undefined;

  const { rotation } = layout.placement;
  const size = printedSize(layout);
  const [alongWidth, alongHeight] = isTurned(layout) ? [down, across] : [across, down];
  const isMirrored = { width: rotation === 180 || rotation === 270, height: rotation === 90 || rotation === 180 };
  const horizontal = partOf(alongWidth, size.width, picture.width, isMirrored.width);
  const vertical = partOf(alongHeight, size.height, picture.height, isMirrored.height);
  const [cropAcross, cropDown] = isTurned(layout) ? [vertical, horizontal] : [horizontal, vertical];
  return {
    extract: { left: horizontal.from, top: vertical.from, width: horizontal.length, height: vertical.length },
    resize: { width: horizontal.resized, height: vertical.resized },
    rotation,
    crop: { left: cropAcross.cropFrom, top: cropDown.cropFrom, width: across.length, height: down.length },
    around: {
      left: across.at,
      top: down.at,
      right: file.width - across.at - across.length,
      bottom: file.height - down.at - down.length,
    },
  };
}

const isTurned = ({ placement: { rotation } }: PrintLayout): boolean => rotation === 90 || rotation === 270;

/** What is seen of a side: where in the file it begins, how long it is, and what comes before it within the side. */
interface Visible {
  readonly at: number;
  readonly length: number;
  readonly before: number;
}

function visible(from: number, length: number, most: number): Visible | undefined {
  const at = Math.max(0, Math.round(from));
  const end = Math.min(most, Math.round(from + length));
  return end > at ? { at, length: end - at, before: at - from } : undefined;
}

/** Of one side of the picture, which has `px` pixels and is `printed` long in the file; mirrored by its rotation. */
function partOf({ before, length }: Visible, printed: number, px: number, isMirrored: boolean) {
  const scale = printed / px;
  const start = (isMirrored ? printed - before - length : before) / scale;
  const margin = Math.ceil(FILTER_PX * Math.max(1, 1 / scale));
  const from = Math.min(px - 1, Math.max(0, Math.floor(start) - margin));
  const to = Math.min(px, Math.max(from + 1, Math.ceil(start + length / scale) + margin));
  const resized = Math.max(length, Math.round((to - from) * scale));
  const offset = Math.min(Math.max(0, Math.round((start - from) * scale)), resized - length);
  return { from, length: to - from, resized, cropFrom: isMirrored ? resized - length - offset : offset };
}
