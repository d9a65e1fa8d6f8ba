import { blend, tune, type Colour } from '../../drawing/colour.ts';
import { Path, type Point } from '../../drawing/path.ts';
import { box, disc, lens, placed, polygon, ring, sector, star } from '../../drawing/shapes.ts';
import { conifer, palm } from '../../scenery/trees.ts';
import { down, how, type Kit, type Motif, type Place } from './kit.ts';

function sky({ press, accents, light, random }: Kit, place: Place): void {
  const { x, y, radius } = place;
  press.print(box(x - radius, y - radius, 2 * radius, 2 * radius), blend(accents[0], light, 0.25), {
    ...how(place),
    fade: down(place, -0.9, 0.5, light),
    outlined: false,
  });
  const sunY = y - radius * random.between(0.12, 0.3);
  const rays = 24;
  for (let n = 0; n < rays; n++) {
    const angle = (n / rays) * Math.PI * 2;
    press.print(sector(x, sunY, radius * 2, angle, angle + Math.PI / rays), light, {
      ...how(place),
      opacity: 0.55,
      outlined: false,
    });
  }
  press.print(disc(x, sunY, radius * 0.36), accents[2], {
    ...how(place),
    fade: { kind: 'line', from: [x, sunY - radius * 0.3], to: [x, sunY + radius * 0.4], ink: accents[1] },
  });
}

/** A peak with its lit and its shaded side, and snow that runs down in teeth. */
function peak(
  { press, dark, light, random }: Kit,
  place: Place,
  x: number,
  foot: number,
  height: number,
  spread: number,
  ink: Colour,
): void {
  const top = { x, y: foot - height };
  const ridge: Point[] = Array.from({ length: 7 }, (_, i) => ({
    x: x + (i % 2 === 0 ? -1 : 1) * spread * 0.07 * (i / 6) * random.between(0.5, 1.5) + spread * 0.1 * (i / 6),
    y: top.y + height * (i / 6),
  }));
  press.print(Path.of([top, { x: x + spread, y: foot }, { x: x - spread, y: foot }]), ink, {
    ...how(place),
    fade: { kind: 'line', from: [x, top.y], to: [x, foot], ink: tune(ink, 0.7) },
  });
  press.print(Path.of([...ridge, { x: x + spread, y: foot }]), dark, { ...how(place), opacity: 0.8, outlined: false });
  const snow = (side: 1 | -1): Path => {
    const teeth: Point[] = [];
    const low = 0.36;
    for (let i = 0; i <= 4; i++) {
      const t = i / 4;
      teeth.push({
        x: x + side * spread * low * (1 - t) + spread * 0.035 * t,
        y: foot - height * (1 - low * (1 - t * 0.12)) + (i % 2 === 1 ? -0.1 : 0.05) * height * (1 - t * 0.4),
      });
    }
    return Path.of([top, ...teeth]);
  };
  press.print(snow(-1), light, { ...how(place), outlined: false });
  press.print(snow(1), blend(light, ink, 0.45), { ...how(place), outlined: false });
}

function pines(kit: Kit, place: Place, foot: number, count: number, tall: number, ink: Colour): void {
  const { press, random } = kit;
  for (let n = 0; n < count; n++) {
    const x = place.x + ((n + 0.5) / count - 0.5) * 2 * place.radius + random.bell() * place.radius * 0.02;
    press.print(conifer(random, x, foot, tall * place.radius * random.between(0.7, 1.15)), ink, {
      ...how(place),
      outlined: false,
    });
  }
}

function surf(kit: Kit, place: Place, from: number, rows: number): void {
  const { press, dark, light, accents } = kit;
  const { x, y, radius } = place;
  const length = radius * 0.5;
  for (let row = 0; row < rows; row++) {
    const base = y + radius * (from + row * 0.2);
    const shift = (row % 2) * length * 0.5;
    const ink = row % 2 === 0 ? accents[1] : blend(accents[3], dark, 0.25);
    const crest = (by: number): Point[] => {
      const points: Point[] = [];
      for (let n = -4; n <= 4; n++)
        for (let i = 0; i < 16; i++) {
          const t = i / 16;
          // Leans over before it breaks.
          const px = x + (n + t - 0.12 * Math.sin(t * Math.PI * 2)) * length + shift;
          points.push({ x: px, y: base + by - Math.abs(Math.sin(Math.PI * t)) ** 0.7 * radius * 0.13 });
        }
      return points;
    };
    const far = y + radius * 1.3;
    const close = [
      { x: x + 2 * radius + length, y: far },
      { x: x - 2 * radius - length, y: far },
    ];
    press.print(Path.of([...crest(0), ...close]), light, { ...how(place), outlined: false });
    press.print(Path.of([...crest(radius * 0.035), ...close]), ink, {
      ...how(place),
      fade: { kind: 'line', from: [x, base - radius * 0.1], to: [x, base + radius * 0.35], ink: blend(ink, dark, 0.7) },
    });
  }
}

export const mountains: Motif = {
  name: 'mountain',
  scene: true,
  draw(kit, place) {
    const { x, y, radius } = place;
    sky(kit, place);
    const foot = y + radius * 0.42;
    const { accents, dark, random } = kit;
    peak(
      kit,
      place,
      x - radius * 0.52,
      foot,
      radius * random.between(0.62, 0.75),
      radius * 0.62,
      blend(accents[1], dark, 0.2),
    );
    peak(
      kit,
      place,
      x + radius * 0.5,
      foot,
      radius * random.between(0.66, 0.82),
      radius * 0.66,
      blend(accents[3], dark, 0.15),
    );
    peak(kit, place, x + radius * random.between(-0.1, 0.06), foot, radius * 1.02, radius * 0.74, accents[3]);
    const slope = blend(accents[3], dark, 0.55);
    pines(kit, place, foot + radius * 0.1, 17, 0.3, slope);
    kit.press.print(box(x - radius, foot - radius * 0.01, 2 * radius, radius), slope, {
      ...how(place),
      outlined: false,
    });
    pines(kit, place, foot + radius * 0.32, 12, 0.42, dark);
    kit.press.print(box(x - radius, foot + radius * 0.28, 2 * radius, radius), dark, {
      ...how(place),
      outlined: false,
    });
  },
};

export const waves: Motif = {
  name: 'waves',
  scene: true,
  draw(kit, place) {
    sky(kit, place);
    surf(kit, place, 0.12, 5);
  },
};

export const forest: Motif = {
  name: 'forest',
  scene: true,
  draw(kit, place) {
    sky(kit, place);
    const { accents, dark, light } = kit;
    pines(kit, place, place.y + place.radius * 0.42, 15, 0.62, blend(accents[1], light, 0.3));
    pines(kit, place, place.y + place.radius * 0.6, 11, 0.86, blend(accents[3], dark, 0.2));
    pines(kit, place, place.y + place.radius * 0.86, 7, 1.1, dark);
    kit.press.print(box(place.x - place.radius, place.y + place.radius * 0.8, 2 * place.radius, place.radius), dark, {
      ...how(place),
      outlined: false,
    });
  },
};

export const tropics: Motif = {
  name: 'palms',
  scene: true,
  draw(kit, place) {
    sky(kit, place);
    surf(kit, place, 0.3, 4);
    const { press, random, dark } = kit;
    for (const [aside, tall] of [
      [-0.42, 1.15],
      [-0.12, 0.92],
    ] as const)
      for (const part of palm(
        random,
        place.x + aside * place.radius,
        place.y + place.radius * 0.62,
        place.radius * tall,
      ))
        press.print(part, dark, { ...how(place), outlined: false });
    press.print(
      lens(place.x - place.radius * 0.3, place.y + place.radius * 0.66, place.radius * 1.25, place.radius * 0.22, 0),
      dark,
      { ...how(place), outlined: false },
    );
  },
};

export const moonlight: Motif = {
  name: 'moon',
  scene: true,
  draw(kit, place) {
    const { press, random, dark, light, accents } = kit;
    const { x, y, radius } = place;
    press.print(box(x - radius, y - radius, 2 * radius, 2 * radius), dark, {
      ...how(place),
      fade: down(place, -0.6, 1, blend(accents[3], dark, 0.35)),
      outlined: false,
    });
    for (let n = 0; n < 46; n++) {
      const [angle, far] = [random.next() * Math.PI * 2, Math.sqrt(random.next()) * 0.96 * radius];
      const [px, py] = [x + Math.cos(angle) * far, y + Math.sin(angle) * far];
      press.print(
        n % 6 === 0
          ? star(px, py, radius * random.between(0.03, 0.06), 4, 0.2)
          : disc(px, py, radius * random.between(0.005, 0.013)),
        n % 3 === 0 ? accents[2] : light,
        { ...how(place), outlined: false },
      );
    }
    const planet = kit.brief.words.says('emblem.planet') || random.chance(0.35);
    const size = radius * 0.46;
    press.print(disc(x, y - radius * 0.04, size), accents[2], {
      ...how(place),
      fade: {
        kind: 'line',
        from: [x - size * 0.5, y - size * 0.8],
        to: [x + size * 0.8, y + size * 0.8],
        ink: planet ? accents[0] : blend(accents[2], accents[1], 0.5),
      },
    });
    if (planet) {
      for (let n = 0; n < 4; n++)
        press.print(
          lens(x, y - radius * 0.04 + (n - 1.5) * size * 0.42, size * 1.9, size * 0.13, 0.12),
          accents[n % 2 === 0 ? 1 : 0],
          { within: disc(x, y - radius * 0.04, size), opacity: 0.8, outlined: false },
        );
      // Its ring passes before it below and behind it above.
      const hoop = (from: number, to: number): Path =>
        placed(sector(0, 0, size * 1.75, from, to, size * 1.42), (px, py) => [
          x + px * 0.97 + py * 0.06,
          y - radius * 0.04 + py * 0.27 - px * 0.22,
        ]);
      press.print(hoop(-0.1, Math.PI + 0.1), light, how(place));
      press.print(hoop(Math.PI + 0.1, Math.PI + 0.62), light, how(place));
      press.print(hoop(-0.62, -0.1), light, how(place));
    } else {
      for (const [px, py, share] of [
        [-0.3, -0.2, 0.2],
        [0.25, 0.22, 0.26],
        [0.2, -0.4, 0.11],
        [-0.24, 0.42, 0.13],
      ] as const)
        press.print(
          disc(x + px * size, y - radius * 0.04 + py * size, size * share),
          blend(accents[2], accents[1], 0.7),
          { ...how(place), opacity: 0.5, outlined: false },
        );
      press.print(ring(x, y - radius * 0.04, size * 1.22, size * 1.19), light, how(place));
    }
    pines(kit, place, y + radius * 0.9, 13, 0.34, tune(dark, 0.6));
    press.print(box(x - radius, y + radius * 0.84, 2 * radius, radius), tune(dark, 0.6), {
      ...how(place),
      outlined: false,
    });
  },
};

export const skyline: Motif = {
  name: 'skyline',
  scene: true,
  draw(kit, place) {
    sky(kit, place);
    const { press, random, dark, light, accents } = kit;
    const { x, y, radius } = place;
    for (const [layer, ink] of [blend(accents[1], light, 0.25), blend(accents[3], dark, 0.2), dark].entries()) {
      const count = 11 - layer * 2;
      for (let n = 0; n < count; n++) {
        const left = x - radius + (n / count) * 2 * radius;
        const wide = (2 * radius) / count;
        const middle = 1 - Math.abs((n + 0.5) / count - 0.5) * 1.1;
        const tall = radius * (1.15 - layer * 0.28) * middle * random.between(0.6, 1.1);
        const top = y + radius * 0.55 - tall;
        press.print(box(left, top, wide * 1.01, radius * 2), ink, { ...how(place), outlined: false });
        if (random.chance(0.4))
          press.print(
            polygon([left + wide * 0.3, top], [left + wide * 0.5, top - tall * 0.22], [left + wide * 0.7, top]),
            ink,
            { ...how(place), outlined: false },
          );
        if (layer < 1) continue;
        for (let row = 1; row < 14; row++)
          for (let column = 0; column < 3; column++)
            if (random.chance(0.45))
              press.print(
                box(left + wide * (0.18 + 0.25 * column), top + row * radius * 0.06, wide * 0.13, radius * 0.028),
                accents[2],
                { ...how(place), outlined: false },
              );
      }
    }
  },
};
