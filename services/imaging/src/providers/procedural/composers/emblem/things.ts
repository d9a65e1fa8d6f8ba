import { blend, hex, tune } from '../../drawing/colour.ts';
import { Path } from '../../drawing/path.ts';
import { bar, disc, lens, polygon, ring, sector } from '../../drawing/shapes.ts';
import { mushroom } from '../../scenery/plants/mushroom.ts';
import { species, type SpeciesName } from '../../scenery/plants/species.ts';
import { studioOf } from '../../scenery/plants/studio.ts';
import type { Motif } from './kit.ts';

export const flower: Motif = {
  name: 'flower',
  scene: false,
  draw(kit, { x, y, radius }) {
    const { brief, press, random } = kit;
    const studio = studioOf(brief);
    const flat = Object.keys(species).filter((name): name is SpeciesName => !species[name as SpeciesName].upright);
    const own = brief.words.named('flower').flatMap(({ name, own }) => (own ? [name] : []));
    const name = flat.find((one) => own.includes(one)) ?? flat[random.below(flat.length)]!;
    const one = species[name];
    const colour = studio.petal(hex(one.natural[0]), random);
    for (let n = 0; n < 12; n++)
      press.print(
        lens(
          x + Math.cos(n * 0.5236) * radius * 0.66,
          y + Math.sin(n * 0.5236) * radius * 0.66,
          radius * 0.6,
          radius * 0.24,
          n * 0.5236,
        ),
        n % 2 === 0 ? kit.dark : blend(kit.dark, studio.greens[1], 0.8),
        {
          fade: { kind: 'round', from: [x, y], radius: radius * 1.05, ink: studio.greens[1] },
        },
      );
    press.mount(...one.bloom(studio, random, { x, y, radius: radius * 0.66, lean: 0, tilt: 0 }, colour));
  },
};

export const toadstool: Motif = {
  name: 'mushroom',
  scene: false,
  draw({ brief, press, random }, { x, y, radius }) {
    const studio = studioOf(brief);
    for (const [aside, share] of [
      [-0.46, 0.62],
      [0.48, 0.7],
      [0, 1],
    ] as const)
      press.mount(
        ...mushroom(studio, random, {
          x: x + aside * radius,
          foot: y + radius * 0.72,
          height: radius * 1.42 * share,
          red: true,
        }),
      );
  },
};

export const sunFace: Motif = {
  name: 'sun',
  scene: false,
  draw(kit, { x, y, radius }) {
    const { press, dark, light, accents } = kit;
    for (let n = 0; n < 16; n++) {
      const angle = (n / 16) * Math.PI * 2;
      const wavy = n % 2 === 0;
      const line = Array.from({ length: 20 }, (_, i) => {
        const t = i / 19;
        const reach = radius * (0.44 + (wavy ? 0.5 : 0.4) * t);
        const aside = wavy ? Math.sin(t * Math.PI * 2) * radius * 0.035 : 0;
        return {
          x: x + Math.cos(angle) * reach - Math.sin(angle) * aside,
          y: y + Math.sin(angle) * reach + Math.cos(angle) * aside,
        };
      });
      press.print(
        Path.stroke(line, (t) => radius * 0.15 * (1 - t)),
        wavy ? accents[2] : accents[1],
      );
    }
    press.print(disc(x, y, radius * 0.42), dark);
    press.print(disc(x, y, radius * 0.395), accents[2], {
      fade: {
        kind: 'line',
        from: [x - radius * 0.2, y - radius * 0.3],
        to: [x + radius * 0.25, y + radius * 0.4],
        ink: accents[1],
      },
    });
    press.print(ring(x, y, radius * 0.34, radius * 0.328), dark, { outlined: false });
    for (const side of [-1, 1]) {
      press.print(lens(x + side * radius * 0.135, y - radius * 0.06, radius * 0.15, radius * 0.075, 0), dark, {
        outlined: false,
      });
      press.print(disc(x + side * radius * 0.135, y - radius * 0.06, radius * 0.02), light, { outlined: false });
      press.print(disc(x + side * radius * 0.2, y + radius * 0.07, radius * 0.05), accents[1], {
        opacity: 0.7,
        outlined: false,
      });
    }
    press.print(
      Path.stroke(
        [
          { x: x, y: y - radius * 0.04 },
          { x: x - radius * 0.02, y: y + radius * 0.06 },
          { x: x + radius * 0.015, y: y + radius * 0.07 },
        ],
        () => radius * 0.014,
      ),
      dark,
      { outlined: false },
    );
    press.print(sector(x, y + radius * 0.09, radius * 0.14, 0.35, Math.PI - 0.35, radius * 0.118), dark, {
      outlined: false,
    });
  },
};

export const compass: Motif = {
  name: 'compass',
  scene: false,
  draw({ press, dark, light, accents }, { x, y, radius }) {
    press.print(ring(x, y, radius * 0.72, radius * 0.67), dark);
    for (let n = 0; n < 48; n++) {
      const angle = (n / 48) * Math.PI * 2;
      const inner = radius * (n % 4 === 0 ? 0.74 : 0.76);
      const outer = radius * (n % 4 === 0 ? 0.84 : 0.8);
      press.print(
        bar(
          { x: x + Math.cos(angle) * inner, y: y + Math.sin(angle) * inner },
          { x: x + Math.cos(angle) * outer, y: y + Math.sin(angle) * outer },
          radius * 0.013,
        ),
        dark,
        { outlined: false },
      );
    }
    for (const [count, reach, turn] of [
      [4, 0.6, Math.PI / 4],
      [4, 0.96, 0],
    ] as const)
      for (let n = 0; n < count; n++) {
        const angle = turn + (n / count) * Math.PI * 2;
        const tip: [number, number] = [x + Math.cos(angle) * radius * reach, y + Math.sin(angle) * radius * reach];
        for (const side of [-1, 1]) {
          const waist = angle + (side * Math.PI) / 4;
          const at: [number, number] = [x + Math.cos(waist) * radius * 0.155, y + Math.sin(waist) * radius * 0.155];
          const ink = side === 1 ? dark : turn === 0 ? accents[0] : accents[2];
          press.print(polygon([x, y], at, tip), ink, {
            fade: { kind: 'round', from: [x, y], radius: radius * reach, ink: side === 1 ? accents[3] : light },
          });
        }
      }
    press.print(disc(x, y, radius * 0.09), light);
    press.print(disc(x, y, radius * 0.055), accents[1]);
  },
};

export const bolt: Motif = {
  name: 'bolt',
  scene: false,
  draw({ press, dark, light, accents }, { x, y, radius }) {
    for (let n = 0; n < 20; n++) {
      const angle = (n / 20) * Math.PI * 2;
      press.print(
        sector(x, y, radius * (n % 2 === 0 ? 0.96 : 0.8), angle - 0.07, angle + 0.07, radius * 0.5),
        n % 2 === 0 ? accents[1] : accents[0],
      );
    }
    const shape = (grow: number, dx: number, dy: number): Path =>
      polygon(
        ...(
          [
            [0.12, -0.82],
            [-0.36, 0.1],
            [-0.05, 0.1],
            [-0.18, 0.84],
            [0.38, -0.16],
            [0.06, -0.16],
            [0.34, -0.82],
          ] as const
        ).map(([px, py]): [number, number] => [x + dx + px * radius * grow, y + dy + py * radius * grow]),
      );
    press.print(shape(1.1, 0.012, 0.014), dark);
    press.print(shape(1.02, 0, 0), light, { outlined: false });
    press.print(shape(0.94, 0, 0), accents[2], {
      fade: { kind: 'line', from: [x, y - radius * 0.7], to: [x, y + radius * 0.8], ink: accents[1] },
      outlined: false,
    });
  },
};

export const heart: Motif = {
  name: 'heart',
  scene: false,
  draw({ press, dark, light, accents }, { x, y, radius }) {
    const shape = (grow: number): Path =>
      Path.of(
        Array.from({ length: 120 }, (_, i) => {
          const t = (i / 120) * Math.PI * 2;
          const px = 16 * Math.sin(t) ** 3;
          const py = -(13 * Math.cos(t) - 5 * Math.cos(2 * t) - 2 * Math.cos(3 * t) - Math.cos(4 * t));
          return { x: x + (px / 17) * radius * 0.8 * grow, y: y - radius * 0.06 + (py / 17) * radius * 0.8 * grow };
        }),
      );
    for (let n = 0; n < 28; n++) {
      const angle = (n / 28) * Math.PI * 2;
      press.print(
        sector(x, y, radius * (n % 2 === 0 ? 1 : 0.9), angle - 0.035, angle + 0.035, radius * 0.72),
        accents[2],
        { outlined: false },
      );
    }
    press.print(shape(1.08), light, { outlined: false });
    press.print(shape(1), dark);
    const red = blend(accents[1], hex('#d2363c'), 0.6);
    press.print(shape(0.92), red, {
      fade: {
        kind: 'line',
        from: [x - radius * 0.3, y - radius * 0.4],
        to: [x + radius * 0.4, y + radius * 0.7],
        ink: tune(red, 0.7, 1.1),
      },
    });
    press.print(lens(x - radius * 0.34, y - radius * 0.34, radius * 0.34, radius * 0.11, -0.75), light, {
      opacity: 0.85,
      outlined: false,
    });
  },
};
