import { blend, tune, type Colour } from '../../drawing/colour.ts';
import type { Press } from '../../drawing/press.ts';
import type { Random } from '../../drawing/random.ts';
import { arch, box, disc, ring, sector } from '../../drawing/shapes.ts';

/** The one graphic element that stands with the type, about `radius` around a place. */
export function figure(
  press: Press,
  random: Random,
  { x, y, radius, ink, second }: { x: number; y: number; radius: number; ink: Colour; second: Colour },
): void {
  const fade = {
    kind: 'line',
    from: [x - radius * 0.6, y - radius],
    to: [x + radius * 0.5, y + radius],
    ink: blend(tune(ink, 0.8, 1.1), second, 0.45),
  } as const;
  const kind = random.below(6);
  if (kind === 0) press.print(disc(x, y, radius), ink, { fade });
  else if (kind === 1) {
    // A sun with its light going down in bars.
    const bars = 7;
    press.print(sector(x, y, radius, Math.PI, 2 * Math.PI), ink, { fade });
    for (let n = 0; n < bars; n++) {
      const from = (n + 0.35) / bars;
      const to = from + (0.62 - 0.42 * (n / bars)) / bars;
      const half = Math.sqrt(Math.max(0, 1 - ((from + to) / 2) ** 2)) * radius;
      press.print(box(x - half, y + from * radius, 2 * half, (to - from) * radius), ink, { fade });
    }
  } else if (kind === 2) {
    for (let n = 0; n < 5; n++) {
      const outer = radius * (1 - n * 0.2);
      press.print(ring(x, y, outer, outer - radius * 0.1), n % 2 === 0 ? ink : second, { fade });
    }
  } else if (kind === 3) {
    const rays = 18;
    for (let n = 0; n < rays; n++) {
      const angle = (n / rays) * Math.PI * 2;
      press.print(sector(x, y, radius, angle, angle + Math.PI / rays, radius * 0.42), ink, { fade });
    }
    press.print(disc(x, y, radius * 0.34), second, { fade: { ...fade, ink: tune(second, 0.75) } });
  } else if (kind === 4) {
    press.print(sector(x, y, radius, Math.PI, Math.PI * 1.5), ink, { fade });
    press.print(sector(x, y, radius, 0, Math.PI / 2), second, { fade: { ...fade, ink: tune(second, 0.72, 1.1) } });
    press.print(sector(x, y, radius * 0.52, Math.PI / 2, Math.PI), ink);
    press.print(disc(x + radius * 0.5, y - radius * 0.5, radius * 0.26), second);
  } else {
    for (let n = 0; n < 4; n++)
      press.print(
        arch(x, y + radius, radius * (1 - n * 0.24), 2 * radius * (1 - n * 0.12)),
        n % 2 === 0 ? ink : second,
        { fade },
      );
  }
}
