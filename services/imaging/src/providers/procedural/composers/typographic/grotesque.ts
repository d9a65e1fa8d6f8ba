import type { Brief } from '../../brief.ts';
import { lightnessOf } from '../../drawing/colour.ts';
import { contrasting, distinct, shuffled } from '../../drawing/inks.ts';
import { Press } from '../../drawing/press.ts';
import { bar, box } from '../../drawing/shapes.ts';
import { faces, laid } from '../../drawing/typeface.ts';
import type { Scene } from '../../drawing/scene.ts';
import { figure } from './figure.ts';
import { evenly } from '../../drawing/setting.ts';

/** As tight as it goes before a tail meets the dot below it. */
const LEADING = 0.97;

/** Swiss: black lower case ranged left on a grid, one large figure cut by the edge, a few exact bars. */
export function grotesque(brief: Brief, text: string): Scene {
  const random = brief.random.fork('grotesque');
  const { width, height } = brief.frame;
  const flood = random.chance(0.5);
  const fields = [...brief.palette.inks].filter((ink) => lightnessOf(ink) > 0.45);
  const press = new Press(
    brief,
    random.fork('press'),
    flood && fields.length > 0 ? { ground: fields[random.below(fields.length)]! } : {},
  );
  const strong = contrasting(press.inks, press.ground);
  const [lead = strong, second = strong] = shuffled(
    press.inks.filter((ink) => distinct(ink, strong) && distinct(ink, press.ground)),
    random,
  );
  const margin = 0.07;
  const wide = width > height * 1.3;
  const block = evenly(text.length > 44 ? text : text.toLowerCase(), faces.black, {
    width: wide ? width * 0.58 : width - 2 * margin,
    height: wide ? height - 2 * margin - 0.08 : height * 0.58,
    leading: LEADING,
    largest: 0.36,
    tracking: -0.035,
  });
  const low = random.chance(0.6);
  const top = low ? height - margin - 0.03 - block.height : margin + 0.05;
  const radius = wide ? 0.42 : Math.min(0.44, Math.max(0.3, (height - block.height - 0.2) * 0.52));
  figure(press, random.fork('figure'), {
    x: wide ? width - radius * 0.82 : width - radius * random.between(0.6, 1),
    y: wide ? height * 0.5 : low ? Math.max(radius * 0.85, (top - 0.04) * 0.5) : height - radius * 0.8,
    radius,
    ink: lead,
    second,
  });
  press.sheet(0.014);
  let y = top;
  for (const { line, size, above } of block.rows) {
    y += above + size * faces.black.capHeight;
    press.print(laid(line, margin, y, size), strong, { outlined: false });
  }
  const edge = low ? margin * 0.8 : height - margin * 0.8;
  press.print(bar({ x: margin, y: edge }, { x: width - margin, y: edge }, 0.0045), strong, { outlined: false });
  press.print(box(margin, edge + (low ? 0.016 : -0.03), 0.11, 0.014), strong, { outlined: false });
  press.print(box(margin + 0.125, edge + (low ? 0.016 : -0.03), 0.03, 0.014), second, { outlined: false });
  return press.scene();
}
