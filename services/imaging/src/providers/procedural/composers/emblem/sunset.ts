import { blend } from '../../drawing/colour.ts';
import type { Path } from '../../drawing/path.ts';
import type { Press } from '../../drawing/press.ts';
import { box, disc } from '../../drawing/shapes.ts';
import { halved, inRow } from './letters.ts';
import type { Kit, Motif } from './kit.ts';

/** The sun of old shirts: cut into bars towards its foot, with a picture low in it and letters below. */
export function sunset(kit: Kit, motif: Motif): Press {
  const { press, random, light, accents, text, x } = kit;
  const y = kit.y - (text === '' ? 0 : 0.075);
  const radius = text === '' ? 0.44 : 0.375;
  const bars = 8;
  const whole = disc(x, y, radius);
  const cuts: Path[] = [];
  let from = -1;
  for (let n = 0; n < bars; n++) {
    const to = n === 0 ? 0.06 : from + 0.118;
    const gap = n === 0 ? 0.016 : 0.012 + n * 0.0105;
    cuts.push(box(x - radius, y + from * radius, 2 * radius, (Math.min(1, to - gap) - from) * radius));
    from = to;
  }
  const hot = blend(accents[2], light, 0.15);
  if (motif.scene) {
    // The bars cut the picture as well: what lies between them is cloth.
    motif.draw(kit, { x, y: y + radius * 0.06, radius: radius * 1.06, within: whole });
    press.mount({
      paint(canvas) {
        const { pixels } = canvas;
        let next = y + radius * 0.2;
        for (let n = 0; n < 6 && next < y + radius; n++) {
          const bar = box(x - radius * 1.05, next, radius * 2.1, radius * (0.016 + n * 0.009));
          canvas.cover(bar, (i, covered) => {
            if (!kit.brief.transparent) {
              const { r, g, b } = press.ground;
              pixels[i] = pixels[i]! * (1 - covered) + r * covered;
              pixels[i + 1] = pixels[i + 1]! * (1 - covered) + g * covered;
              pixels[i + 2] = pixels[i + 2]! * (1 - covered) + b * covered;
              return;
            }
            for (let c = 0; c < 4; c++) pixels[i + c] = pixels[i + c]! * (1 - covered);
          });
          next += radius * (0.16 - n * 0.006);
        }
      },
    });
  } else {
    for (const cut of cuts)
      press.print(cut, hot, {
        within: whole,
        fade: { kind: 'line', from: [x, y - radius * 0.8], to: [x, y + radius], ink: accents[1] },
        outlined: false,
      });
    press.sheet(0.01);
    motif.draw(kit, { x, y: y - radius * 0.02, radius: radius * 0.7 });
  }
  press.sheet(0.008);
  if (text !== '') {
    const [above, below] = text.length > 14 ? halved(text) : [text, ''];
    const foot = y + radius + 0.03;
    press.print(inRow(above, { x, y: foot + 0.05, width: 0.84, height: 0.1 }), accents[1], {
      outlined: false,
      fade: { kind: 'line', from: [x, foot], to: [x, foot + 0.1], ink: accents[0] },
    });
    if (below !== '')
      press.print(inRow(below, { x, y: foot + 0.145, width: 0.7, height: 0.055 }), hot, { outlined: false });
    else
      press.print(box(x - 0.2, foot + 0.118, 0.4, 0.007), random.chance(0.5) ? hot : accents[0], { outlined: false });
  }
  return press;
}
