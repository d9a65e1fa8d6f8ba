import type { Brief } from '../../brief.ts';
import { tune } from '../../drawing/colour.ts';
import { contrasting, inkwell } from '../../drawing/inks.ts';
import { Press } from '../../drawing/press.ts';
import { box, disc, sector } from '../../drawing/shapes.ts';
import { faces, laid } from '../../drawing/typeface.ts';
import type { Scene } from '../../drawing/scene.ts';
import { justified } from '../../drawing/setting.ts';

/** A field of colour for each line, the whole sheet filled, and a round of another ink let into one of them. */
export function blocks(brief: Brief, text: string): Scene {
  const random = brief.random.fork('blocks');
  const { width, height } = brief.frame;
  const press = new Press(brief, random.fork('press'));
  const padding = 0.055;
  const block = justified(text.toUpperCase(), faces.poster, {
    width: width - 2 * 0.07,
    height: height * 0.97 - padding * 2,
    gap: padding,
  });
  const ink = inkwell([...press.inks, press.ground], random.fork('inks'));
  const spare = Math.max(0, height - block.height - padding * 2);
  const rows = block.rows.length;
  // What height is left over goes to one plain field with a figure in it, if it is worth one, else to all.
  const figureAt = spare > 0.2 ? random.pick([0, rows]) : -1;
  const share = figureAt < 0 ? spare / rows : 0;
  let y = 0;
  let last = press.ground;
  const field = (tall: number): { y: number; ink: ReturnType<typeof ink> } => {
    const colour = ink(last);
    last = colour;
    press.print(box(-0.02, y - 0.001, width + 0.04, tall + 0.002), colour, {
      fade: { kind: 'line', from: [0, y], to: [width * 0.4, y + tall * 2.2], ink: tune(colour, 0.78, 1.08) },
      outlined: false,
    });
    const at = { y, ink: colour };
    y += tall;
    return at;
  };
  const ornament = (): void => {
    const at = field(spare);
    press.sheet(0.014);
    const radius = Math.min(spare, width / 3) * 0.5;
    const count = Math.max(1, Math.round(width / (radius * 2)));
    const step = width / count;
    for (let n = 0; n < count; n++) {
      const colour = ink(at.ink);
      const x = step * (n + 0.5);
      const fade = {
        kind: 'line',
        from: [x - radius, at.y],
        to: [x + radius, at.y + spare],
        ink: tune(colour, 0.75, 1.1),
      } as const;
      const kind = random.below(3);
      if (kind === 0) press.print(disc(x, at.y + spare / 2, Math.min(step, spare) / 2), colour, { fade });
      else if (kind === 1)
        press.print(sector(x, at.y + spare, Math.min(step / 2, spare), Math.PI, Math.PI * 2), colour, { fade });
      else press.print(sector(x, at.y, Math.min(step / 2, spare), 0, Math.PI), colour, { fade });
    }
    press.sheet(0.014);
  };
  if (figureAt === 0) ornament();
  for (const [index, { line, size, over, under }] of block.rows.entries()) {
    const cap = size * faces.poster.capHeight;
    const tall =
      over +
      cap +
      under +
      padding * (index === 0 || index === rows - 1 ? 1.5 : 1) +
      share +
      (rows === 1 ? padding / 2 : 0);
    const at = field(index === rows - 1 && figureAt !== rows ? height - y : tall);
    const fieldTall = y - at.y;
    press.sheet(0.01);
    press.print(
      laid(line, (width - line.width * size) / 2, at.y + (fieldTall + over + cap - under) / 2, size),
      contrasting([...press.inks, press.ground], at.ink),
    );
    press.sheet(0.014);
  }
  if (figureAt === rows) {
    const rest = height - y;
    if (rest > 0.05) ornament();
  }
  return press.scene();
}
