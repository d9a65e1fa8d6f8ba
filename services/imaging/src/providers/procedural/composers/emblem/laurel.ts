import { tune } from '../../drawing/colour.ts';
import { Path } from '../../drawing/path.ts';
import type { Press } from '../../drawing/press.ts';
import { disc, lens, ring, star } from '../../drawing/shapes.ts';
import { inRow } from './letters.ts';
import type { Kit, Motif } from './kit.ts';

/** The thing itself, large, between two branches that do not quite meet, its name below. */
export function laurel(kit: Kit, motif: Motif): Press {
  const { press, dark, light, accents, text, x } = kit;
  const y = kit.y - (text === '' ? 0 : 0.05);
  const radius = 0.385;
  const leaves = 12;
  for (const side of [-1, 1]) {
    const angleAt = (t: number): number => Math.PI / 2 - side * (0.22 + t * 2.35);
    const branch = Array.from({ length: 40 }, (_, i) => {
      const angle = angleAt(i / 39);
      return { x: x + Math.cos(angle) * radius, y: y + Math.sin(angle) * radius };
    });
    press.print(
      Path.stroke(branch, (t) => 0.0085 * (1 - 0.6 * t)),
      dark,
      { outlined: false },
    );
    for (let n = 0; n < leaves; n++) {
      const t = (n + 0.4) / leaves;
      const angle = angleAt(t);
      const along = angle - side * (Math.PI / 2);
      const length = 0.105 * (1.05 - 0.42 * t);
      for (const way of [-1, 1]) {
        const turn = along + way * side * 0.55;
        const [lx, ly] = [
          x + Math.cos(angle) * (radius + way * 0.008) + Math.cos(turn) * length * 0.5,
          y + Math.sin(angle) * (radius + way * 0.008) + Math.sin(turn) * length * 0.5,
        ];
        const ink = way === 1 ? accents[1] : tune(accents[3], 0.85);
        press.print(lens(lx, ly, length, length * 0.36, turn), ink, {
          fade: { kind: 'line', from: [lx, ly - length * 0.3], to: [lx + length * 0.1, ly + length * 0.5], ink: dark },
        });
      }
      if (n % 3 === 1)
        press.print(
          disc(x + Math.cos(angle) * (radius - 0.03), y + Math.sin(angle) * (radius - 0.03), 0.0085),
          accents[2],
        );
    }
  }
  press.sheet(0.012);
  const inner = 0.285;
  if (motif.scene) {
    press.print(ring(x, y, inner + 0.012, inner + 0.005), dark);
    const clip = disc(x, y, inner - 0.006);
    press.print(clip, accents[0]);
    motif.draw(kit, { x, y, radius: inner, within: clip });
  } else motif.draw(kit, { x, y, radius: inner * 1.02 });
  press.sheet(0.008);
  for (const n of [-1, 0, 1])
    press.print(
      star(x + n * 0.05, y - radius - (n === 0 ? 0.012 : -0.004), n === 0 ? 0.03 : 0.017),
      n === 0 ? accents[2] : accents[1],
    );
  if (text !== '') {
    const row = inRow(text, { x, y: kit.y + radius + 0.035, width: 0.8, height: 0.075 });
    press.print(
      Path.stroke(
        [
          { x: row.left - 0.02, y: row.bottom + 0.026 },
          { x: row.right + 0.02, y: row.bottom + 0.026 },
        ],
        () => 0.005,
      ),
      accents[1],
      { outlined: false },
    );
    press.print(row, kit.brief.transparent ? accents[1] : dark, { outlined: false });
  }
  // A light edge lets the print stand on dark cloth.
  if (!motif.scene) press.print(ring(x, y, inner + 0.03, inner + 0.026), light, { opacity: 0.9, outlined: false });
  return press;
}
