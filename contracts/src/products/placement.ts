import * as z from 'zod/mini';

const noPlacement = 'Please place this image on the product again';
const within = (least: number, most: number) =>
  z.number(noPlacement).check(z.gte(least, noPlacement), z.lte(most, noPlacement));

/**
 * How a picture is placed on the print area of a product. `crop` covers the area and cuts off the rest of the picture,
 * `border` shows the whole picture and leaves the rest of the area to the background.
 */
export const placement = z.object(
  {
    fit: z.enum(['crop', 'border'], noPlacement),
    /** The distance of the picture's centre from the area's centre, in widths and heights of the area. */
    x: within(-1, 1),
    y: within(-1, 1),
    /** Times the size that just covers the area, or just fits in it. */
    scale: within(0.1, 10),
    /** Degrees, clockwise. */
    rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)], noPlacement),
    repeat: z.literal('none', noPlacement),
    /** `#rrggbb`, or `none` for the product's own colour. */
    background: z.string(noPlacement).check(z.regex(/^(#[0-9a-f]{6}|none)$/, noPlacement)),
  },
  noPlacement,
);
export type Placement = z.output<typeof placement>;

/** The whole area, from the picture's middle. */
export const centred: Placement = {
  fit: 'crop',
  x: 0,
  y: 0,
  scale: 1,
  rotation: 0,
  repeat: 'none',
  background: 'none',
};

interface Size {
  width: number;
  height: number;
}

/** The area that is printed, in inches. */
export interface PrintArea extends Size {
  /** Printed beyond each edge and cut off. */
  bleed: number;
}

/** In inches from the area's top left corner; outside the area it is cut off. */
export interface PlacedPicture extends Size {
  left: number;
  top: number;
}

const isTurned = ({ rotation }: Placement): boolean => rotation === 90 || rotation === 270;

/** Returns where a picture of some pixels is placed; a cropped one always covers the area with its bleed. */
export function placedOn(area: PrintArea, picture: Size, placement: Placement): PlacedPicture {
  const [pictureWidth, pictureHeight] = isTurned(placement)
    ? [picture.height, picture.width]
    : [picture.width, picture.height];
  const isCropped = placement.fit === 'crop';
  const covered = {
    width: area.width + (isCropped ? 2 * area.bleed : 0),
    height: area.height + (isCropped ? 2 * area.bleed : 0),
  };
  const ratios = [covered.width / pictureWidth, covered.height / pictureHeight];
  const scale = isCropped ? Math.max(1, placement.scale) : placement.scale;
  const inchesPerPixel = scale * (isCropped ? Math.max(...ratios) : Math.min(...ratios));
  const width = pictureWidth * inchesPerPixel;
  const height = pictureHeight * inchesPerPixel;
  const shift = (wanted: number, over: number) =>
    isCropped ? Math.min(Math.max(wanted, -over / 2), over / 2) : wanted;
  return {
    left: area.width / 2 + shift(placement.x * area.width, width - covered.width) - width / 2,
    top: area.height / 2 + shift(placement.y * area.height, height - covered.height) - height / 2,
    width,
    height,
  };
}

/** Returns whether some of a picture is on the area, so that something is printed of it. */
export function isOnArea(area: PrintArea, picture: Size, placement: Placement): boolean {
  const { left, top, width, height } = placedOn(area, picture, placement);
  return left < area.width && top < area.height && left + width > 0 && top + height > 0;
}

/** Returns the dots per inch of a picture where it is placed. spec: rulings "Print resolution". */
export const effectiveDpi = (area: PrintArea, picture: Size, placement: Placement): number =>
  (isTurned(placement) ? picture.height : picture.width) / placedOn(area, picture, placement).width;

/** Below this a print looks soft, and the member is warned. */
export const WARNED_DPI = 150;
/** Below this nothing is printed. */
export const LEAST_DPI = 80;
