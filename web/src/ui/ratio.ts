import './ratio.css';

/**
 * Width ÷ height in thousandths: what pictures are laid out as by styles alone. The shapes that can be asked for are
 * among them, and between the narrowest and the widest no picture is further than a fortieth from its own.
 */
export const RATIOS = [
  250, 261, 273, 286, 299, 313, 327, 342, 358, 375, 392, 410, 429, 450, 466, 483, 500, 520, 541, 563, 587, 612, 639,
  667, 693, 721, 750, 775, 800, 837, 875, 915, 956, 1000, 1046, 1093, 1143, 1195, 1250, 1291, 1333, 1387, 1442, 1500,
  1554, 1609, 1667, 1721, 1778, 1849, 1923, 2000, 2071, 2146, 2222, 2333, 2441, 2553, 2670, 2793, 2921, 3055, 3195,
  3342, 3496, 3656, 3824, 4000,
] as const;

/** The one that comes nearest: half as wide is as far off as twice as wide. */
export function nearestRatio(width: number, height: number): (typeof RATIOS)[number] {
  const offBy = (thousandths: number): number => Math.abs(Math.log((width * 1000) / (height * thousandths)));
  return RATIOS.reduce((nearest, ratio) => (offBy(ratio) < offBy(nearest) ? ratio : nearest));
}

/** The class whose `--ratio` that is. */
export const ratioClass = ({ width, height }: { width: number; height: number }): string =>
  `ratio-${nearestRatio(width, height)}`;
