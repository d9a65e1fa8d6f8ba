import type { Brief } from '../../brief.ts';
import { tune } from '../../drawing/colour.ts';
import { inkwell } from '../../drawing/inks.ts';
import { Noise } from '../../drawing/noise.ts';
import { Path, type Point } from '../../drawing/path.ts';
import { Press } from '../../drawing/press.ts';
import type { Scene } from '../../drawing/scene.ts';

/** Bands of even waves one below the other, thick and thin, that breathe in and out across the sheet. */
export function waves(brief: Brief): Scene {
  const random = brief.random.fork('waves');
  const { width, height } = brief.frame;
  const press = new Press(brief, random.fork('press'));
  const ink = inkwell([...press.inks, press.ground], random.fork('inks'));
  const length = random.between(0.22, 0.42);
  const swing = length * random.between(0.17, 0.3);
  const noise = new Noise(random.fork('hand'));
  const rhythm = [1, 0.35, 0.7, 0.2, 0.5].slice(0, 3 + random.below(3));
  const band = random.between(0.075, 0.11);
  const colours = rhythm.map(() => ink(press.ground));
  const crest = (x: number, y: number): number => {
    const phase = (x / length) * Math.PI * 2 + noise.at(x * 0.9, y * 0.9) * 0.8;
    return y + (Math.sin(phase) - 0.16 * Math.sin(2 * phase)) * swing + noise.at(x * 6, y * 6 + 3) * 0.0035;
  };
  const steps = Math.ceil((width + 0.2) * 110);
  const edge = (y: number): Point[] =>
    Array.from({ length: steps + 1 }, (_, i) => {
      const x = -0.1 + ((width + 0.2) * i) / steps;
      return { x, y: crest(x, y) };
    });
  let y = -swing * 2;
  for (let n = 0; y < height + swing * 2; n++) {
    const share = rhythm[n % rhythm.length]!;
    const thick = band * share;
    const colour = colours[n % rhythm.length]!;
    if (n % 3 === 0) press.sheet(0.01);
    press.print(Path.of([...edge(y), ...edge(y + thick).reverse()]), colour, {
      fade: { kind: 'line', from: [0, y - swing], to: [0, y + thick + swing], ink: tune(colour, 0.74, 1.1) },
    });
    y += thick + band * 0.14;
  }
  return press.scene();
}
