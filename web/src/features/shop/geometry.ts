import {
  centred,
  effectiveDpi,
  isOnArea,
  LEAST_DPI,
  placedOn,
  WARNED_DPI,
  type Placement,
  type PrintArea,
} from '@easel/contracts/products/placement';

interface Pixels {
  width: number;
  height: number;
}

/** Between which scales a picture may be zoomed. */
export const zooms: Readonly<Record<Placement['fit'], { least: number; most: number }>> = {
  crop: { least: 1, most: 4 },
  border: { least: 0.2, most: 1 },
};

/** A thousandth of the area: finer than any printer cuts. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000;
const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** Returns a placement that says where the picture really is, so that the next move begins from there. */
export function settled(area: PrintArea, picture: Pixels, placement: Placement): Placement {
  const { least, most } = zooms[placement.fit];
  const scaled = { ...placement, scale: rounded(within(placement.scale, least, most)) };
  const { left, top, width, height } = placedOn(area, picture, scaled);
  const x = (left + width / 2) / area.width - 0.5;
  const y = (top + height / 2) / area.height - 0.5;
  // Not minus zero, which is written as another placement.
  return { ...scaled, x: rounded(within(x, -1, 1)) + 0, y: rounded(within(y, -1, 1)) + 0 };
}

/** Returns the placement after a move in widths and heights of the area. */
export const moved = (area: PrintArea, picture: Pixels, placement: Placement, by: { x: number; y: number }) =>
  settled(area, picture, { ...placement, x: placement.x + by.x, y: placement.y + by.y });

/** Returns the placement a quarter further, clockwise. */
export const turned = (placement: Placement): Placement => {
  const quarters = [0, 90, 180, 270] as const;
  return { ...placement, rotation: quarters[(quarters.indexOf(placement.rotation) + 1) % quarters.length] ?? 0 };
};

/** Returns the placement in the other manner, from the middle again. */
export const fittedBy = (fit: Placement['fit'], placement: Placement): Placement => ({
  ...placement,
  fit,
  x: 0,
  y: 0,
  scale: 1,
  background: fit === 'crop' ? 'none' : placement.background,
});

/** A smaller cut is not mentioned: a hundredth of the picture. */
const WORTH_SAYING = 0.01;

/** Returns how much of the picture has no place on the area when it is cropped, from 0 to 1; 0 where its shape fits. */
export function cutShare(area: PrintArea, picture: Pixels, placement: Placement): number {
  const { width, height } = placedOn(area, picture, { ...placement, fit: 'crop', scale: 1 });
  const share = 1 - (area.width * area.height) / (width * height);
  const bleedShare = 1 - (area.width * area.height) / ((area.width + 2 * area.bleed) * (area.height + 2 * area.bleed));
  return share - bleedShare < WORTH_SAYING ? 0 : share;
}

export interface Sharpness {
  kind: 'sharp' | 'soft' | 'small' | 'off';
  text: string;
}

/** Says how sharp the print becomes, or that there is nothing to print. spec: rulings "Print resolution". */
export function sharpnessOf(area: PrintArea, picture: Pixels, placement: Placement): Sharpness {
  if (!isOnArea(area, picture, placement)) {
    return { kind: 'off', text: 'The picture is not on the product. Move it back, or choose Centre.' };
  }
  const exact = effectiveDpi(area, picture, placement);
  const dpi = Math.floor(exact);
  if (exact < LEAST_DPI) return { kind: 'small', text: `Too small: ${dpi} dpi, and a print needs ${LEAST_DPI}.` };
  if (exact < WARNED_DPI) return { kind: 'soft', text: `Soft: ${dpi} dpi, below ${WARNED_DPI}` };
  return { kind: 'sharp', text: `Sharp: ${dpi} dpi` };
}

/** Returns whether a picture that fills the area is sharp enough to be printed. */
export const isLargeEnough = (area: PrintArea, picture: Pixels): boolean =>
  effectiveDpi(area, picture, centred) >= LEAST_DPI;

const either = new Intl.ListFormat('en', { type: 'disjunction' });

/**
 * Says what helps where a picture is too small for where it is now. With a border it can be shown as small as it must
 * be; to fill the area, it has to have more pixels, or the area fewer inches.
 */
export function helpFor(area: PrintArea, picture: Pixels, { fit }: Placement, others: readonly string[]): string {
  if (fit === 'border' || isLargeEnough(area, picture)) return 'Zoom out.';
  const instead = others.length > 0 ? `, or choose ${either.format(others)} instead` : '';
  return `Show it whole with a border, or make or buy a larger size of it${instead}.`;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Returns inches a pixel of the screen, of a box that is shown whole and as large as it can be. */
export const inchesPerPixel = (shown: Pixels, box: Box): number =>
  shown.width > 0 && shown.height > 0 ? Math.max(box.width / shown.width, box.height / shown.height) : 0;
