import type { Size } from '@easel/contracts/generation/policy';

/** A point of a picture, as fractions of its width and height. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** One stroke of the brush, or one rectangle. Coordinates are fractions of the width and height. */
export type Mark =
  | {
      readonly kind: 'stroke';
      readonly places: readonly Place[];
      /** As a fraction of the longer side. */
      readonly radius: number;
      readonly erases: boolean;
    }
  | { readonly kind: 'rectangle'; readonly from: Place; readonly to: Place; readonly erases: boolean };

/** Cells per side of the grid that measures the marked share. */
const CELLS = 48;

/** Returns the marked share of the picture, 0 to 1, measured on a grid of cells. */
export function markedPart(marks: readonly Mark[], { width, height }: Size): number {
  let marked = 0;
  for (let row = 0; row < CELLS; row++) {
    for (let column = 0; column < CELLS; column++) {
      const place = { x: (column + 0.5) / CELLS, y: (row + 0.5) / CELLS };
      const last = marks.findLast((mark) => covers(mark, place, { width, height }));
      if (last && !last.erases) marked++;
    }
  }
  return marked / CELLS ** 2;
}

function covers(mark: Mark, { x, y }: Place, size: Size): boolean {
  if (mark.kind === 'rectangle') {
    return x >= mark.from.x && x <= mark.to.x && y >= mark.from.y && y <= mark.to.y;
  }
  const radiusPx = mark.radius * Math.max(size.width, size.height);
  const at = pixelsOf({ x, y }, size);
  const points = mark.places.map((place) => pixelsOf(place, size));
  return points.some((point, index) => distance(at, points[index - 1] ?? point, point) <= radiusPx);
}

const pixelsOf = ({ x, y }: Place, { width, height }: Size): Place => ({ x: x * width, y: y * height });

/** Returns the distance from a point to a line segment. */
function distance({ x, y }: Place, from: Place, to: Place): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / length));
  return Math.hypot(x - from.x - along * dx, y - from.y - along * dy);
}

/** Paints the marks in order on a canvas of this size. `erase` sets how erasing marks are painted. */
export function paintMarks(
  context: CanvasRenderingContext2D,
  marks: readonly Mark[],
  size: Size,
  setColour: (erases: boolean) => void,
): void {
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const mark of marks) {
    setColour(mark.erases);
    if (mark.kind === 'rectangle') {
      const [from, to] = [pixelsOf(mark.from, size), pixelsOf(mark.to, size)];
      context.fillRect(from.x, from.y, to.x - from.x, to.y - from.y);
      continue;
    }
    context.lineWidth = 2 * mark.radius * Math.max(size.width, size.height);
    context.beginPath();
    for (const [index, place] of mark.places.entries()) {
      const { x, y } = pixelsOf(place, size);
      if (index === 0) context.moveTo(x, y);
      // A line to the same point paints a dot.
      context.lineTo(x, y);
    }
    context.stroke();
  }
}

/** Returns the mask as a PNG of this size: white is repainted, black is kept. */
export async function maskPng(marks: readonly Mark[], size: Size): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser has no canvas');
  context.fillStyle = '#000';
  context.fillRect(0, 0, size.width, size.height);
  paintMarks(context, marks, size, (erases) => {
    context.fillStyle = context.strokeStyle = erases ? '#000' : '#fff';
  });
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!png) throw new Error('this browser could not write the mask');
  return png;
}
