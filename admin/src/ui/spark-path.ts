/** A line through these values in a box of this size, the least value 0 at its bottom; as an SVG path. */
export function sparkPath(values: readonly number[], widthPx: number, heightPx: number): string {
  const least = Math.min(0, ...values);
  const most = Math.max(1, ...values) - least;
  const step = values.length > 1 ? widthPx / (values.length - 1) : 0;
  const two = (value: number) => Math.round(value * 100) / 100;
  return values
    .map(
      (value, index) =>
        `${index === 0 ? 'M' : 'L'}${two(index * step)},${two(heightPx - ((value - least) / most) * heightPx)}`,
    )
    .join('');
}
