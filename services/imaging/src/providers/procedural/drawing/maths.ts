export const clamp = (value: number, low: number, high: number): number =>
  value < low ? low : value > high ? high : value;
export const clamp01 = (value: number): number => (value < 0 ? 0 : value > 1 ? 1 : value);
export const mix = (a: number, b: number, t: number): number => a + (b - a) * t;
/** 0 below `low`, 1 above `high`, smooth between; falls where low > high. */
export function smoothstep(low: number, high: number, value: number): number {
  const t = clamp01((value - low) / (high - low));
  return t * t * (3 - 2 * t);
}
