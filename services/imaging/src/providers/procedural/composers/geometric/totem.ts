import type { Brief } from '../../brief.ts';
import { tune } from '../../drawing/colour.ts';
import { inkwell } from '../../drawing/inks.ts';
import { Press } from '../../drawing/press.ts';
import { bar, box, disc, lens, polygon, ring, sector, star } from '../../drawing/shapes.ts';
import type { Scene } from '../../drawing/scene.ts';

/** Mid-century: columns of stacked figures, overprinted where they meet, threaded on fine stems. */
export function totem(brief: Brief): Scene {
  const random = brief.random.fork('totem');
  const { width, height } = brief.frame;
  const press = new Press(brief, random.fork('press'));
  const ink = inkwell(press.inks, random.fork('inks'));
  const strong = press.inks[0]!;
  const margin = 0.1;
  const columns = Math.max(2, Math.round((width - 2 * margin) / random.between(0.2, 0.26)));
  const step = (width - 2 * margin) / columns;
  // Pale fields behind give the columns a rhythm of their own.
  const fields = 2 + random.below(2);
  for (let n = 0; n < fields; n++) {
    const w = step * (1 + random.below(2)) + random.between(-0.02, 0.02);
    const h = height * random.between(0.25, 0.55);
    press.print(
      box(margin + random.below(columns) * step, random.between(margin, Math.max(margin, height - margin - h)), w, h),
      tune(ink(press.ground), press.dark ? 0.6 : 1.14, 0.8),
      { opacity: 0.45, outlined: false },
    );
  }
  press.sheet(0.014);
  for (let column = 0; column < columns; column++) {
    const x = margin + (column + 0.5) * step;
    let y = margin + random.between(0, 0.12);
    const foot = height - margin - random.between(0, 0.1);
    press.print(bar({ x, y: margin * 0.5 }, { x, y: height - margin * 0.5 }, 0.003), strong, { outlined: false });
    let last = press.ground;
    while (y < foot - 0.06) {
      const size = step * random.between(0.3, 0.49);
      const colour = ink(last);
      last = colour;
      const shade = {
        kind: 'line',
        from: [x - size, y],
        to: [x + size, y + size],
        ink: tune(colour, 0.7, 1.1),
      } as const;
      const how = { multiply: true, opacity: 0.95, fade: shade };
      const kind = random.below(8);
      const room = foot - y;
      const tall = Math.min(room, kind === 1 || kind === 5 ? size * 1.1 : kind === 2 ? size * 2.7 : size * 2);
      const middle = y + tall / 2;
      if (kind === 0) {
        press.print(disc(x, middle, tall / 2), colour, how);
        if (random.chance(0.6)) press.print(disc(x, middle, tall * 0.2), ink(colour));
      } else if (kind === 1) press.print(sector(x, y, size, 0, Math.PI), colour, how);
      else if (kind === 2) {
        press.print(lens(x, middle, tall, size * 1.25, Math.PI / 2), colour, how);
        press.print(lens(x, middle, tall * 0.6, size * 0.5, Math.PI / 2), ink(colour), { multiply: true });
      } else if (kind === 3) press.print(polygon([x - size, y + tall], [x + size, y + tall], [x, y]), colour, how);
      else if (kind === 4)
        press.print(polygon([x, y], [x + size, middle], [x, y + tall], [x - size, middle]), colour, how);
      else if (kind === 5) press.print(sector(x, y + tall, size, Math.PI, 2 * Math.PI), colour, how);
      else if (kind === 6) {
        press.print(ring(x, middle, tall / 2, tall * 0.33), colour, how);
        press.print(disc(x, middle, tall * 0.17), ink(colour), { multiply: true });
      } else {
        press.print(star(x, middle, tall / 2, 8, 0.28, 0.2), colour, how);
        press.print(disc(x, middle, tall * 0.1), ink(colour));
      }
      // Overlaps show the third colour of two inks.
      y += tall * random.between(0.82, 1.05);
    }
  }
  press.sheet(0.01);
  for (let n = 0; n < columns * 2; n++) {
    const x = margin + random.between(0, 1) * (width - 2 * margin);
    const y = margin + random.between(0, 1) * (height - 2 * margin);
    if (n % 3 === 0) press.print(star(x, y, random.between(0.014, 0.03), 4, 0.18), strong, { outlined: false });
    else press.print(disc(x, y, random.between(0.004, 0.01)), ink(press.ground), { outlined: false });
  }
  return press.scene();
}
