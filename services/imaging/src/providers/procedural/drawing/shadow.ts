import { Canvas, frameOf, type Frame } from './canvas.ts';
import { Field } from './field.ts';
import type { Path } from './path.ts';

const SHADOW_CELLS = 300;
const white = { r: 1, g: 1, b: 1 };

/** The shadow of a sheet: its shapes on a coarse grid, moved away from the light and blurred. */
export function shadowOf(
  casting: readonly { readonly path: Path; readonly opacity: number }[],
  height: number,
  shape: Pick<Frame, 'width' | 'height'>,
): Field {
  const long = Math.max(shape.width, shape.height);
  const perUnit = Math.min(SHADOW_CELLS, 640 / long);
  const frame = frameOf(
    { width: Math.round(shape.width * perUnit), height: Math.round(shape.height * perUnit) },
    shape,
  );
  const canvas = new Canvas(frame, 0, frame.heightPx);
  for (const { path, opacity } of casting) canvas.fill(path, white, opacity);
  const { widthPx, heightPx, pxPerUnit } = frame;
  let mask = new Float32Array(widthPx * heightPx);
  for (let i = 0; i < mask.length; i++) mask[i] = canvas.pixels[4 * i + 3]!;
  const reach = Math.max(1, Math.round(height * pxPerUnit * 0.55));
  for (let pass = 0; pass < 2; pass++)
    mask = boxed(boxed(mask, widthPx, heightPx, reach, 1), widthPx, heightPx, reach, 0);
  const lookUp = (x: number, y: number): number => {
    const column = Math.min(widthPx - 1, Math.max(0, Math.floor((x - height * 0.55) * pxPerUnit)));
    const row = Math.min(heightPx - 1, Math.max(0, Math.floor((y - height * 0.9) * pxPerUnit)));
    return mask[row * widthPx + column]!;
  };
  return new Field({ left: 0, top: 0, width: shape.width, height: shape.height }, long * perUnit, lookUp);
}

function boxed(
  mask: Float32Array,
  width: number,
  height: number,
  reach: number,
  along: 0 | 1,
): Float32Array<ArrayBuffer> {
  const out = new Float32Array(mask.length);
  const [lines, length, stride, step] = along === 1 ? [height, width, width, 1] : [width, height, 1, width];
  for (let line = 0; line < lines; line++) {
    const base = line * stride;
    const value = (n: number): number => mask[base + Math.min(length - 1, Math.max(0, n)) * step]!;
    let sum = 0;
    for (let n = -reach; n <= reach; n++) sum += value(n);
    for (let n = 0; n < length; n++) {
      out[base + n * step] = sum / (2 * reach + 1);
      sum += value(n + reach + 1) - value(n - reach);
    }
  }
  return out;
}

/** Shade falls only on what lies there: on cloth, nowhere else. */
export function darken(canvas: Canvas, shadow: Field, strength: number, transparent: boolean): void {
  const { pixels } = canvas;
  const { widthPx, pxPerUnit, height } = canvas.frame;
  const shade = new Float32Array(widthPx);
  const dx = 1 / pxPerUnit;
  canvas.eachRow(0, height, (y, start) => {
    shadow.row(y, dx / 2, dx, shade, widthPx);
    for (let px = 0, i = start; px < widthPx; px++, i += 4) {
      const dark = shade[px]! * strength;
      if (dark < 0.004 || (transparent && pixels[i + 3] === 0)) continue;
      // A shadow is bluer than what it falls on.
      pixels[i] = pixels[i]! * (1 - dark);
      pixels[i + 1] = pixels[i + 1]! * (1 - dark * 0.98);
      pixels[i + 2] = pixels[i + 2]! * (1 - dark * 0.93);
    }
  });
}
