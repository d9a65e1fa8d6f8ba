import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, brighten, tune, type Colour } from '../../drawing/colour.ts';
import { mix } from '../../drawing/maths.ts';
import { Noise } from '../../drawing/noise.ts';
import { Path, type Point } from '../../drawing/path.ts';
import { Texture } from '../../drawing/texture.ts';
import { boxBetween } from '../../drawing/shapes.ts';
import { landOf, type Land } from '../../scenery/land.ts';
import { ridgesOf } from '../../scenery/ridges.ts';
import { nightLightsOf, skyOf } from '../../scenery/sky.ts';
import { conifer, leafTree, paintLeafTree } from '../../scenery/trees.ts';
import { waterOf } from '../../scenery/water.ts';
import { lightsOf } from './lights.ts';

type Paint = (canvas: Canvas) => void;

interface Plane {
  readonly path: Path;
  readonly colour: Colour;
  readonly opacity: number;
  /** How much of the concrete's grain it shows. */
  readonly grain: number;
}

/** A house of slabs and glass by still water, its lamps lit, as its architect would show it. */
export function villaOf(brief: Brief): Paint[] {
  const random = brief.random.fork('villa');
  const noise = new Noise(random);
  const { width, height } = brief.frame;
  const lights = lightsOf(brief);
  const lit = Math.max(0.45, lights.lit);
  const own = landOf(brief);
  const horizon = height * (height > width ? 0.66 : 0.68);
  const flip = random.chance(0.5);
  const land: Land = {
    ...own,
    horizon,
    ground: 'water',
    relief: 'hills',
    conifers: !brief.words.says('villa.south'),
    mist: Math.max(own.mist, 0.6),
    clouds: Math.min(own.clouds, 0.45),
    sun: { ...own.sun, x: flip ? width * 0.14 : width * 0.86, y: own.night ? height * 0.15 : horizon - 0.14 },
  };
  const scale = Math.min(1, width * 0.62) * (height > width ? 1.02 : 1);
  const centre = width / 2 + (flip ? 0.04 : -0.04);
  const X = (x: number): number => centre + (flip ? -1 : 1) * x * scale;
  const Y = (y: number): number => horizon - y * scale;
  const rect = (x0: number, y0: number, x1: number, y1: number): Path =>
    boxBetween(Math.min(X(x0), X(x1)), Y(y1), Math.max(X(x0), X(x1)), Y(y0));
  const day = land.sky.at(0.5);
  const plaster = blend(blend({ r: 0.8, g: 0.78, b: 0.74 }, day, land.night ? 0.72 : 0.4), land.sun.colour, 0.16);
  const bright = tune(plaster, land.night ? 0.62 : 0.92);
  const shadow = tune(blend(plaster, land.sky.at(0.2), 0.5), land.night ? 0.4 : 0.55);
  const timber = blend(tune(brief.palette.inks[1], 0.5), { r: 0.2, g: 0.09, b: 0.035 }, 0.7);
  const dark = tune(land.near, 0.7);
  const planes: Plane[] = [];
  const plane = (path: Path, colour: Colour, grain = 1, opacity = 1): void =>
    void planes.push({ path, colour, opacity, grain });
  const lamps: { x: number; y: number; radius: number; strength: number }[] = [];
  const warm = blend(lights.windows[0], lights.windows[1], 0.4);

  const glazing = (x0: number, y0: number, x1: number, y1: number, panes: number): void => {
    // Rooms: bright below the ceiling's lamps, with dim things in them, and the sky's sheen across.
    const bands = 14;
    for (let n = 0; n < bands; n++) {
      const [a, b] = [mix(y0, y1, n / bands), mix(y0, y1, (n + 1) / bands)];
      plane(
        rect(x0, a, x1, b + 0.001),
        blend(brighten(warm, (0.32 + 0.5 * (n / bands)) * lit), shadow, 0.18 + 0.5 * (1 - lit)),
        0,
      );
    }
    for (let n = 0; n < panes; n++) {
      const x = mix(x0, x1, (n + random.between(0.15, 0.7)) / panes);
      const w = ((x1 - x0) / panes) * random.between(0.2, 0.6);
      plane(rect(x, y0, x + w, y0 + (y1 - y0) * random.between(0.16, 0.5)), tune(timber, 0.8), 0, 0.75);
      if (random.chance(0.5))
        plane(
          rect(x + w * 0.2, y0 + (y1 - y0) * 0.56, x + w * 0.9, y0 + (y1 - y0) * 0.8),
          blend(warm, brief.palette.inks[0], 0.5),
          0,
          0.5,
        );
      const lampX = X(mix(x0, x1, (n + 0.5) / panes));
      lamps.push({ x: lampX, y: Y(mix(y0, y1, 0.82)), radius: (y1 - y0) * scale * 0.9, strength: 0.32 * lit });
    }
    const slant = (x1 - x0) * 0.16;
    plane(
      Path.of([
        { x: X(mix(x0, x1, 0.12)), y: Y(y0) },
        { x: X(mix(x0, x1, 0.12) + slant), y: Y(y1) },
        { x: X(mix(x0, x1, 0.4) + slant), y: Y(y1) },
        { x: X(mix(x0, x1, 0.4)), y: Y(y0) },
      ]),
      land.sky.at(0.7),
      0,
      0.12,
    );
    for (let n = 0; n <= panes; n++) {
      const x = mix(x0, x1, n / panes);
      plane(rect(x - 0.0028, y0, x + 0.0028, y1), tune(dark, 0.8), 0);
    }
  };
  const slab = (x0: number, x1: number, y: number, thick: number): void => {
    plane(rect(x0, y - thick, x1, y), bright);
    plane(rect(x0, y - thick, x1, y - thick * 0.72), shadow);
    // The shade it throws on what lies under it.
    for (let n = 0; n < 5; n++) plane(rect(x0 + 0.02, y - thick - 0.008 * (n + 1), x1 - 0.01, y - thick), dark, 0, 0.1);
  };
  const fins = (x0: number, y0: number, x1: number, y1: number): void => {
    const count = Math.round((x1 - x0) / 0.0135);
    plane(rect(x0, y0, x1, y1), tune(timber, 0.6));
    for (let n = 0; n < count; n++) {
      const x = mix(x0, x1, (n + 0.2) / count);
      plane(rect(x, y0, x + ((x1 - x0) / count) * 0.55, y1), tune(timber, 0.9 + noise.at(n * 3.7, 2) * 0.25));
    }
  };

  // Lower floor, upper floor that reaches over the water, roof; a stem of stone ties them.
  const reach = random.between(0.56, 0.66);
  const stem = random.between(-0.2, -0.08);
  const low = 0.022;
  const first = 0.2;
  const second = 0.41;
  plane(rect(-0.62, 0, 0.6, low), tune(bright, 0.9));
  plane(rect(-0.62, 0, 0.6, low * 0.5), shadow);
  fins(-0.52, low, -0.34, first);
  glazing(-0.34, low, stem, first, 2);
  glazing(stem + 0.11, low, 0.42, first, 5);
  slab(-0.57, reach, first + 0.03, 0.03);
  glazing(-0.28, first + 0.03, stem, second, 2);
  glazing(stem + 0.11, first + 0.03, 0.3, second, 4);
  fins(0.3, first + 0.03, 0.45, second);
  slab(-0.36, reach - 0.06, second + 0.028, 0.028);
  // Stone from ground to chimney.
  const top = second + random.between(0.08, 0.15);
  plane(rect(stem, low, stem + 0.11, top), tune(shadow, 0.85));
  plane(rect(stem, low, stem + 0.074, top), tune(plaster, land.night ? 0.45 : 0.74));
  for (let course = 0; course < 22; course++) {
    const y = mix(low, top, course / 22);
    plane(rect(stem, y, stem + 0.11, y + 0.0016), dark, 0, 0.3);
    const cut = stem + 0.11 * random.next();
    plane(rect(cut, y, cut + 0.0014, y + (top - low) / 22), dark, 0, 0.3);
  }
  // A rail of glass on the terrace.
  plane(rect(0.45, first + 0.03, reach, first + 0.085), land.sky.at(0.6), 0, 0.16);
  plane(rect(0.45, first + 0.083, reach, first + 0.087), tune(dark, 0.9), 0);
  const post = 0.52;
  plane(rect(post, low, post + 0.012, first), tune(shadow, 0.8));

  const grain = new Texture(256, (x, y) => noise.fbm(x * 18, y * 18, 4, 0.62));
  const house: Paint = (canvas) => {
    const { pixels, topPx, frame } = canvas;
    for (const { path, colour, opacity, grain: share } of planes) {
      if (share === 0) canvas.fill(path, colour, opacity);
      else
        canvas.cover(path, (i, covered, px, row) => {
          const worn =
            1 + grain.at(((px + 0.5) / frame.pxPerUnit) * 2.4, ((row + topPx + 0.5) / frame.pxPerUnit) * 2.4) * 0.1;
          const alpha = covered * opacity;
          const rest = 1 - alpha;
          pixels[i] = pixels[i]! * rest + colour.r * worn * alpha;
          pixels[i + 1] = pixels[i + 1]! * rest + colour.g * worn * alpha;
          pixels[i + 2] = pixels[i + 2]! * rest + colour.b * worn * alpha;
          pixels[i + 3] = pixels[i + 3]! * rest + alpha;
        });
    }
    for (const lamp of lamps) canvas.glow(lamp.x, lamp.y, lamp.radius, warm, lamp.strength);
  };
  const hedge = hedgeOf(brief, land, horizon);
  const spruces = Array.from({ length: 9 }, () => {
    const x = random.between(-1.05, -0.66);
    return conifer(random, X(x), horizon, scale * random.between(0.22, 0.5));
  });
  const trees = [0.66].map((x, n) => {
    const leaves: [Colour, Colour] = [tune(land.near, 0.8), blend(tune(land.far, 0.85, 1.1), land.sun.colour, 0.12)];
    return leafTree(random.fork(`tree ${n}`), {
      x: X(x * random.between(0.96, 1.08)),
      y: horizon - 0.004,
      height: scale * random.between(0.5, 0.66),
      lightX: land.sun.x,
      colours: leaves,
      bare: brief.words.says('villa.winter'),
    });
  });
  const grove: Paint = (canvas) => {
    for (const spruce of spruces) canvas.fill(spruce, tune(land.near, 0.75));
    for (const tree of trees) paintLeafTree(canvas, tree, tune(land.near, 0.8));
  };
  const sky = skyOf(brief, land);
  const stars = land.night ? [nightLightsOf(brief, land)] : [];
  const hills = ridgesOf(brief, { ...land, near: blend(land.near, land.haze, 0.3) }).map(
    (ridge): Paint =>
      (canvas) =>
        ridge.paint(canvas),
  );
  const above = [sky, ...hills, hedge, grove, house];
  return [sky, ...stars, ...hills, hedge, grove, house, waterOf(brief, land, above)];
}

/** Clipped green behind the house, so that it stands before something dark. */
function hedgeOf(brief: Brief, land: Land, horizon: number): Paint {
  const random = brief.random.fork('hedge');
  const noise = new Noise(random);
  const { width } = brief.frame;
  const points: Point[] = [{ x: -0.1, y: horizon + 0.01 }];
  for (let n = 0; n <= 500; n++) {
    const x = -0.1 + (n / 500) * (width + 0.2);
    points.push({ x, y: horizon - 0.05 - noise.fbm(x * 2.5, 3, 3) * 0.035 - Math.abs(noise.at(x * 60, 5)) * 0.009 });
  }
  points.push({ x: width + 0.1, y: horizon + 0.01 });
  const path = Path.of(points);
  const colour = tune(land.near, 0.9);
  return (canvas) => canvas.fill(path, colour);
}
