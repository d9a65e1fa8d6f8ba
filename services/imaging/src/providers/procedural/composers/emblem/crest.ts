import { tune } from '../../drawing/colour.ts';
import { Path, type Point } from '../../drawing/path.ts';
import type { Press } from '../../drawing/press.ts';
import { lens, placed, polygon, star } from '../../drawing/shapes.ts';
import { inRow } from './letters.ts';
import type { Kit, Motif } from './kit.ts';

/** A shield with a picture in it, leaves at its sides, a ribbon across its foot. */
export function crest(kit: Kit, motif: Motif): Press {
  const { press, random, dark, light, accents, text, x } = kit;
  const y = kit.y + 0.004;
  const form = random.below(3);
  const shield = (grow: number): Path =>
    Path.of(outline(form).map((point) => ({ x: x + point.x * 0.33 * grow, y: y + point.y * 0.385 * grow })));
  for (const side of [-1, 1]) {
    for (let n = 0; n < 9; n++) {
      const t = n / 8;
      const angle = Math.PI / 2 - side * (0.45 + t * 1.55);
      const [lx, ly] = [x + Math.cos(angle) * 0.41, y + 0.02 + Math.sin(angle) * 0.42];
      for (const way of [-1, 1])
        press.print(
          lens(
            lx + Math.cos(angle) * way * 0.016,
            ly + Math.sin(angle) * way * 0.016,
            0.085 * (1.1 - 0.45 * t),
            0.032,
            angle - side * (Math.PI / 2) + way * side * 0.5,
          ),
          way === 1 ? accents[1] : tune(accents[3], 0.85),
          {
            fade: { kind: 'line', from: [lx, ly - 0.03], to: [lx, ly + 0.04], ink: dark },
          },
        );
    }
  }
  press.sheet(0.012);
  press.print(shield(1.07), dark);
  press.print(shield(1.03), light, { outlined: false });
  press.print(shield(0.985), dark, { outlined: false });
  const clip = shield(0.945);
  press.print(
    clip,
    motif.scene ? accents[0] : light,
    motif.scene
      ? { outlined: false }
      : { outlined: false, fade: { kind: 'line', from: [x, y - 0.3], to: [x, y + 0.4], ink: accents[2] } },
  );
  motif.draw(kit, motif.scene ? { x, y: y - 0.01, radius: 0.39, within: clip } : { x, y: y - 0.06, radius: 0.255 });
  press.sheet(0.012);
  for (const n of [-1, 0, 1])
    press.print(
      star(x + n * 0.075, y - 0.458 + Math.abs(n) * 0.01, n === 0 ? 0.032 : 0.022),
      n === 0 ? accents[2] : accents[1],
    );
  if (text === '') return press;
  // The ribbon: two tails behind, a bowed band before them.
  const base = y + 0.31;
  const wave = (px: number, py: number): [number, number] => [px, py + Math.cos(((px - x) / 0.45) * Math.PI) * 0.018];
  const long = 0.4;
  for (const side of [-1, 1])
    press.print(
      placed(
        polygon(
          [x + side * 0.3, base + 0.03],
          [x + side * (long + 0.055), base + 0.03],
          [x + side * (long + 0.02), base + 0.085],
          [x + side * (long + 0.055), base + 0.14],
          [x + side * 0.3, base + 0.14],
        ),
        wave,
      ),
      tune(accents[3], 0.7),
    );
  const rows = 24;
  const edge = (py: number): Point[] =>
    Array.from({ length: rows + 1 }, (_, i) => ({ x: x - long + (2 * long * i) / rows, y: py }));
  press.print(placed(Path.of([...edge(base), ...edge(base + 0.115).reverse()]), wave), dark);
  press.print(placed(Path.of([...edge(base + 0.008), ...edge(base + 0.107).reverse()]), wave), light, {
    outlined: false,
  });
  press.print(placed(inRow(text, { x, y: base + 0.0575, width: 2 * long - 0.06, height: 0.07 }), wave), dark, {
    outlined: false,
  });
  return press;
}

/** Half outlines of three shields, mirrored; x and y from -1 to 1. */
function outline(form: number): Point[] {
  const right: Point[] = [];
  if (form === 0) {
    right.push({ x: 0, y: -0.94 }, { x: 0.5, y: -0.9 }, { x: 1, y: -1 });
    for (let i = 0; i <= 24; i++) {
      const t = i / 24;
      right.push({ x: Math.cos(t * Math.PI * 0.5) ** 0.75, y: -0.25 + t * 1.25 });
    }
  } else if (form === 1) {
    for (let i = 0; i <= 12; i++) right.push({ x: (i / 12) * 0.98, y: -1 + 0.12 * Math.sin((i / 12) * Math.PI) });
    for (let i = 0; i <= 24; i++) {
      const t = i / 24;
      right.push({ x: 0.98 * (1 - t ** 2.4), y: -0.8 + 1.8 * Math.sin((t * Math.PI) / 2) });
    }
  } else {
    right.push({ x: 0, y: -1.04 }, { x: 0.98, y: -0.56 }, { x: 0.98, y: 0.56 }, { x: 0, y: 1.04 });
  }
  return [
    ...right,
    ...right
      .slice(1, -1)
      .reverse()
      .map((point) => ({ x: -point.x, y: point.y })),
  ];
}
