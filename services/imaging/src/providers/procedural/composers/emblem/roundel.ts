import { tune } from '../../drawing/colour.ts';
import type { Press } from '../../drawing/press.ts';
import { disc, ring, star } from '../../drawing/shapes.ts';
import { halved, onArc } from './letters.ts';
import type { Kit, Motif } from './kit.ts';

/** A round badge: a band with letters around a picture. */
export function roundel(kit: Kit, motif: Motif): Press {
  const { press, random, dark, light, accents, text, x, y } = kit;
  const radius = 0.45;
  const lettered = text !== '';
  const inner = lettered ? 0.315 : 0.372;
  const band = random.chance(0.6) ? dark : tune(accents[3], 0.75);
  const toothed = random.chance(0.4);
  if (toothed) {
    const teeth = 56;
    for (let n = 0; n < teeth; n++) {
      const angle = (n / teeth) * Math.PI * 2;
      press.print(
        disc(x + Math.cos(angle) * radius * 0.975, y + Math.sin(angle) * radius * 0.975, radius * 0.052),
        band,
        { outlined: false },
      );
    }
  }
  press.print(disc(x, y, radius * 0.985), band);
  press.print(ring(x, y, radius * 0.955, radius * 0.94), light, { outlined: false });
  press.sheet(0.01);
  press.print(disc(x, y, inner + 0.018), light);
  press.print(disc(x, y, inner + 0.008), dark);
  const clip = disc(x, y, inner);
  press.print(
    clip,
    motif.scene ? accents[0] : light,
    motif.scene ? {} : { fade: { kind: 'round', from: [x, y], radius: inner * 1.1, ink: accents[2] } },
  );
  motif.draw(kit, motif.scene ? { x, y, radius: inner * 1.02, within: clip } : { x, y, radius: inner * 0.94 });
  press.sheet(0.006);
  if (lettered) {
    const [above, below] = text.length > 12 ? halved(text) : [text, ''];
    const size = 0.076;
    const at = { x, y, size };
    press.print(
      onArc(above, { ...at, radius: inner + 0.034, widest: below === '' ? 3.3 : 2.5, inside: false }),
      light,
      { outlined: false },
    );
    if (below === '') {
      for (let n = -3; n <= 3; n++) {
        const angle = Math.PI / 2 + n * 0.17;
        const reach = (inner + 0.018 + radius * 0.94) / 2;
        press.print(
          star(
            x + Math.cos(angle) * reach,
            y + Math.sin(angle) * reach,
            n === 0 ? 0.03 : Math.abs(n) === 1 ? 0.021 : 0.013,
          ),
          n === 0 ? accents[2] : light,
          { outlined: false },
        );
      }
    } else {
      press.print(onArc(below, { ...at, radius: inner + 0.034, widest: 2.3, inside: true }), light, {
        outlined: false,
      });
    }
    for (const side of [0.02, Math.PI - 0.02]) {
      const reach = (inner + 0.018 + radius * 0.94) / 2;
      press.print(star(x + Math.cos(side) * reach, y + Math.sin(side) * reach, 0.024, 5, 0.42, side), accents[2], {
        outlined: false,
      });
    }
  } else {
    const beads = 40;
    for (let n = 0; n < beads; n++) {
      const angle = ((n + 0.5) / beads) * Math.PI * 2;
      const reach = (inner + 0.018 + radius * 0.94) / 2;
      press.print(
        disc(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach, 0.0062),
        n % 4 === 0 ? accents[2] : light,
        { outlined: false },
      );
    }
  }
  return press;
}
