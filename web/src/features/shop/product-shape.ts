import type { PrintArea } from '@easel/contracts/products/placement';
import type { Box } from './geometry.ts';

/** An outline of a product, in inches from the top left corner of its print area. */
export interface ProductShape {
  /** What of it is shown. */
  view: Box;
  /** Paths of its outline, behind the picture. */
  body: string;
  /** Lines on it, such as seams and straps. */
  lines: string;
  /** What hides the picture: a hole. */
  hole: string;
  /** Radius of the corners at which the picture ends with the product. */
  corner: number;
  /** How it is drawn, where that is not plain to see. */
  note: string;
}

const plain = { lines: '', hole: '', corner: 0, note: '' };

/** Widths of a T-shirt from one armpit to the other, in inches. */
const chests: Readonly<Record<string, number>> = { S: 18, M: 20, L: 22, XL: 24, XXL: 26 };

function shirt(area: PrintArea, size: string): ProductShape {
  const chest = chests[size] ?? 22;
  const [middle, shoulder, hem] = [area.width / 2, -3.6, chest / 2 + 15];
  const right = middle + chest / 2;
  const left = middle - chest / 2;
  const body = [
    `M${middle - 3.6} ${shoulder}Q${middle} ${shoulder + 3.4} ${middle + 3.6} ${shoulder}`,
    `L${right - 0.8} ${shoulder + 1.3}L${right + 5} ${shoulder + 8}L${right + 1.6} ${shoulder + 10.8}`,
    `L${right} ${shoulder + 9.2}L${right} ${hem - 0.6}Q${middle} ${hem + 0.6} ${left} ${hem - 0.6}`,
    `L${left} ${shoulder + 9.2}L${left - 1.6} ${shoulder + 10.8}L${left - 5} ${shoulder + 8}`,
    `L${left + 0.8} ${shoulder + 1.3}Z`,
  ].join('');
  const collar = `M${middle - 4.3} ${shoulder + 0.2}Q${middle} ${shoulder + 4.6} ${middle + 4.3} ${shoulder + 0.2}`;
  const seams = `M${right} ${shoulder + 9.2}L${right - 0.8} ${shoulder + 1.3}M${left} ${shoulder + 9.2}L${left + 0.8} ${shoulder + 1.3}`;
  const view = { left: left - 6, top: shoulder - 1, width: chest + 12, height: hem - shoulder + 2.2 };
  return { ...plain, view, body, lines: collar + seams };
}

const box = (left: number, top: number, width: number, height: number, radius: number): string => {
  const [across, down] = [width - 2 * radius, height - 2 * radius];
  const corner = (x: number, y: number) => `a${radius} ${radius} 0 0 1 ${x} ${y}`;
  return `M${left + radius} ${top}h${across}${corner(radius, radius)}v${down}${corner(-radius, radius)}h${-across}${corner(-radius, -radius)}v${-down}${corner(radius, -radius)}Z`;
};

const around = (width: number, height: number, by: number): Box => ({
  left: -by,
  top: -by,
  width: width + 2 * by,
  height: height + 2 * by,
});

const sheet = ({ width, height }: PrintArea): ProductShape => ({
  ...plain,
  view: around(width, height, 1.5),
  body: box(0, 0, width, height, 0.01),
});

const unrolledMug = ({ width, height }: PrintArea): ProductShape => ({
  ...plain,
  view: { left: -1.9, top: -0.7, width: width + 3.8, height: height + 1.4 },
  body: box(-0.7, -0.2, width + 1.4, height + 0.4, 0.2),
  lines: [-0.7, width + 0.7]
    .map((edge) => {
      const out = edge < 0 ? -0.8 : 0.8;
      return `M${edge} ${height * 0.18}h${out * 0.6}q${out * 0.4} 0 ${out * 0.4} 0.4v${height * 0.64 - 0.8}q0 0.4 ${-out * 0.4} 0.4h${-out * 0.6}`;
    })
    .join(''),
  note: 'Shown unrolled: the picture goes around the mug, and its two ends meet near the handle.',
});

/** What of the mug's area is seen from its front. */
export const mugFront: PrintArea = { width: 3.2, height: 3.5, bleed: 0 };

const mugFromTheFront = ({ width, height }: PrintArea): ProductShape => ({
  ...plain,
  view: { left: -1.2, top: -0.6, width: width + 3, height: height + 1.2 },
  body: `${box(0, -0.15, width, height + 0.3, 0.2)}M${width} 0.7h0.3a0.9 0.9 0 0 1 0.9 0.9v0.3a0.9 0.9 0 0 1 -0.9 0.9h-0.3v-0.35h0.3a0.55 0.55 0 0 0 0.55 -0.55v-0.3a0.55 0.55 0 0 0 -0.55 -0.55h-0.3Z`,
});

const tote = ({ width, height }: PrintArea): ProductShape => {
  const [left, top] = [-1.75, -2.6];
  const right = width + 1.75;
  return {
    ...plain,
    view: { left: left - 1, top: top - 5, width: right - left + 2, height: height + 10.2 },
    body: box(left, top, right - left, height + 4.6, 0.25),
    lines: [0, 0.7]
      .map(
        (inset) =>
          `M${1.6 + inset} ${top}C${1.6 + inset} ${top - 5.6 + inset} ${width - 1.6 - inset} ${top - 5.6 + inset} ${width - 1.6 - inset} ${top}`,
      )
      .join(''),
  };
};

const phoneCase = ({ width, height }: PrintArea): ProductShape => ({
  ...plain,
  view: around(width, height, 0.4),
  body: box(0, 0, width, height, 0.45),
  corner: 0.45,
  hole: box(0.22, 0.22, width * 0.42, width * 0.44, 0.25),
});

const shapes: Readonly<Record<string, (area: PrintArea, size: string) => ProductShape>> = {
  't-shirt': shirt,
  poster: sheet,
  'poster-large': sheet,
  mug: unrolledMug,
  'mug-front': mugFromTheFront,
  tote,
  'phone-case': phoneCase,
};

/** Returns the outline of a product; one that nothing is known of is a sheet. */
export const shapeOf = (productId: string, area: PrintArea, size: string): ProductShape =>
  (shapes[productId] ?? sheet)(area, size);
