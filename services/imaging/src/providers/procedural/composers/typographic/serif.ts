import type { Brief } from '../../brief.ts';
import { blend } from '../../drawing/colour.ts';
import { contrasting, distinct, shuffled } from '../../drawing/inks.ts';
import { Press } from '../../drawing/press.ts';
import { bar, box, disc, rim } from '../../drawing/shapes.ts';
import { faces, laid } from '../../drawing/typeface.ts';
import type { Scene } from '../../drawing/scene.ts';
import { evenly } from '../../drawing/setting.ts';

const LEADING = 1.02;

/** A sentence in a fat serif, as written, over one soft round of light; the quiet manner. */
export function serif(brief: Brief, text: string): Scene {
  const random = brief.random.fork('serif');
  const { width, height } = brief.frame;
  const press = new Press(brief, random.fork('press'));
  const strong = contrasting(press.inks, press.ground);
  const [lead = strong, second = strong] = shuffled(
    press.inks.filter((ink) => distinct(ink, strong)),
    random,
  );
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  const face = random.chance(0.45) ? faces.italic : faces.serif;
  const margin = 0.11;
  const wide = width > height * 1.3;
  const block = evenly(sentence, face, {
    width: (wide ? width * 0.86 : width) - 2 * margin,
    height: height - 2 * margin - (wide ? 0.06 : 0.22),
    leading: LEADING,
    largest: 0.34,
  });
  const centred = random.chance(0.55);
  const left = centred ? (width - block.width) / 2 : margin + 0.01;
  const top = centred ? (height - block.height) / 2 + 0.02 : height - margin - 0.05 - block.height;
  const radius = Math.min(0.4, 0.26 + block.height * 0.2);
  const sun = {
    x: centred ? width / 2 + random.between(-0.06, 0.06) : width - margin - radius * 0.72,
    y: centred ? height / 2 - 0.03 : Math.min(top + 0.06, margin + radius),
  };
  press.print(disc(sun.x, sun.y, radius), blend(lead, press.ground, press.dark ? 0.25 : 0.12), {
    fade: {
      kind: 'line',
      from: [sun.x, sun.y - radius * 0.9],
      to: [sun.x + radius * 0.15, sun.y + radius * 1.05],
      ink: blend(second, press.ground, 0.55),
    },
  });
  press.print(disc(sun.x + radius * 0.78, sun.y - radius * 0.72, radius * 0.17), second, { multiply: true });
  press.sheet(0.012);
  let y = top;
  for (const { line, size, above } of block.rows) {
    y += above + size * face.capHeight;
    press.print(laid(line, left + (centred ? (block.width - line.width * size) / 2 : 0), y, size), strong, {
      outlined: false,
    });
  }
  const rule = Math.min(0.16, block.width * 0.3);
  if (centred) {
    press.print(
      bar({ x: width / 2 - rule / 2, y: top - 0.055 }, { x: width / 2 + rule / 2, y: top - 0.055 }, 0.004),
      strong,
      { outlined: false },
    );
    press.print(
      bar({ x: width / 2 - rule / 2, y: y + 0.085 }, { x: width / 2 + rule / 2, y: y + 0.085 }, 0.004),
      strong,
      { outlined: false },
    );
  } else press.print(box(left, top - 0.075, rule, 0.012), second, { outlined: false });
  press.print(rim(box(0.045, 0.045, width - 0.09, height - 0.09), 0.0032), strong, { outlined: false, opacity: 0.8 });
  return press.scene();
}
