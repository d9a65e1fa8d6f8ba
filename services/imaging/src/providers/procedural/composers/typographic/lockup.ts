import type { Brief } from '../../brief.ts';
import { contrasting, distinct, shuffled } from '../../drawing/inks.ts';
import { Press } from '../../drawing/press.ts';
import { bar, box } from '../../drawing/shapes.ts';
import { faces, laid } from '../../drawing/typeface.ts';
import type { Scene } from '../../drawing/scene.ts';
import { figure } from './figure.ts';
import { justified } from '../../drawing/setting.ts';

/** Tall capitals drawn out to one width, tightly stacked, with a round thing rising behind them. */
export function lockup(brief: Brief, text: string): Scene {
  const random = brief.random.fork('lockup');
  const { width, height } = brief.frame;
  const press = new Press(brief, random.fork('press'));
  const strong = contrasting(press.inks, press.ground);
  const others = shuffled(
    press.inks.filter((ink) => distinct(ink, strong)),
    random,
  );
  const [lead = strong, second = strong] = others;
  const margin = 0.085;
  const wide = width > height * 1.25;
  const area = {
    width: width - 2 * margin - (wide ? Math.min(width * 0.08, 0.2) : 0),
    height: height - 2 * margin - (wide ? 0.12 : 0.2),
    gap: 0.026,
  };
  const block = justified(text.toUpperCase(), faces.poster, area);
  const centred = wide || random.chance(0.4);
  const left = centred ? (width - block.width) / 2 : margin;
  const top = wide ? (height - block.height) / 2 : Math.max(margin + 0.04, height - margin - 0.07 - block.height);
  // The element stands where the type leaves most room, and reaches behind it.
  const radius = Math.min(0.36, Math.max(0.24, (top - margin) * 0.62));
  const above = top - margin > 0.24;
  figure(press, random.fork('figure'), {
    x: wide ? width * random.pick([0.3, 0.5, 0.7]) : width / 2 + random.between(-0.12, 0.12),
    y: above ? margin + (top - margin) * 0.52 : height * random.between(0.36, 0.5),
    radius: above ? radius : 0.38,
    ink: lead,
    second,
  });
  press.sheet(0.016);
  let y = top;
  const accent = random.below(block.rows.length);
  for (const [index, { line, size, above }] of block.rows.entries()) {
    y += above + size * faces.poster.capHeight;
    const ink = index === accent && block.rows.length > 1 && !press.dark ? second : strong;
    const shape = laid(line, left + (centred ? (block.width - line.width * size) / 2 : 0), y, size);
    press.print(shape, ink, { multiply: true, opacity: 0.97 });
  }
  if (!wide) {
    press.print(bar({ x: margin, y: height - margin }, { x: width - margin, y: height - margin }, 0.005), strong, {
      outlined: false,
    });
    press.print(bar({ x: margin, y: margin * 0.82 }, { x: width - margin, y: margin * 0.82 }, 0.005), strong, {
      outlined: false,
    });
    for (let n = 0; n < 4; n++)
      press.print(box(margin + n * 0.034, height - margin + 0.014, 0.026, 0.011), [strong, lead, second, strong][n]!, {
        outlined: false,
      });
  }
  return press.scene();
}
