import type { Brief } from '../../brief.ts';
import { lightnessOf, Ramp } from '../../drawing/colour.ts';
import { contrasting, distinct } from '../../drawing/inks.ts';
import { Press } from '../../drawing/press.ts';
import { disc, placed, rim } from '../../drawing/shapes.ts';
import { faces, laid } from '../../drawing/typeface.ts';
import type { Scene } from '../../drawing/scene.ts';
import { justified } from '../../drawing/setting.ts';

/**
 * The same words again and again from edge to edge, one row loud and the others in outline or in fading inks, on a slow
 * wave.
 */
export function echo(brief: Brief, text: string): Scene {
  const random = brief.random.fork('echo');
  const { width, height } = brief.frame;
  const press = new Press(brief, random.fork('press'));
  const strong = contrasting(press.inks, press.ground);
  const inks = press.inks.filter((ink) => distinct(ink, press.ground)).sort((a, b) => lightnessOf(a) - lightnessOf(b));
  const ramp = Ramp.even(inks.length > 1 ? inks : [strong, strong]);
  const margin = 0.06;
  const gap = 0.02;
  const area = { width: width - 2 * margin, height: height * 0.46, gap };
  const once = justified(text.toUpperCase(), faces.poster, area);
  // A short word in a wide frame says itself again beside itself.
  const beside = Math.max(1, Math.round(area.width / Math.max(once.width, 0.1)));
  const block = beside === 1 ? once : justified(Array(beside).fill(text.toUpperCase()).join(' '), faces.poster, area);
  const times = Math.max(2, Math.round((height - 2 * margin + gap) / (block.height + gap)));
  // Rows are stretched a little so that the last ends where the margin begins.
  const stretch = (height - 2 * margin - gap * (times - 1)) / (block.height * times);
  const loud = random.below(times);
  const outlined = random.chance(0.5) && times > 2;
  const sway = random.between(0.012, 0.03) * random.pick([-1, 1]);
  const turns = random.between(0.6, 1.2);
  const sun = { x: width * random.between(0.35, 0.65), y: height * random.between(0.35, 0.65) };
  press.print(disc(sun.x, sun.y, 0.36), ramp.at(0.75), {
    fade: { kind: 'line', from: [sun.x, sun.y - 0.36], to: [sun.x, sun.y + 0.36], ink: ramp.at(0.4) },
  });
  press.sheet(0.012);
  const waved = (x: number, y: number): [number, number] => [
    x + Math.sin((y / height) * Math.PI * 2 * turns) * sway,
    y + Math.sin((x / width) * Math.PI * 2) * sway * 0.4,
  ];
  let y = margin;
  for (let time = 0; time < times; time++) {
    for (const { line, size, above } of block.rows) {
      y += (above + size * faces.poster.capHeight) * stretch;
      const base = y;
      const flat = laid(line, (width - line.width * size) / 2, 0, size);
      const shape = placed(flat, (px, py) => waved(px, base + py * stretch));
      const ink = ramp.at(time / Math.max(1, times - 1));
      if (time === loud) press.print(shape, strong, { outlined: false });
      else if (outlined) press.print(rim(shape, 0.0042), strong, { outlined: false, opacity: 0.9 });
      else press.print(shape, ink, { multiply: true, opacity: 0.9, outlined: false });
    }
    y += (block.foot + gap) * stretch + gap * 0.2;
  }
  return press.scene();
}
