import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, brighten, tune, type Colour } from '../../drawing/colour.ts';
import { mix } from '../../drawing/maths.ts';
import { Noise } from '../../drawing/noise.ts';
import { Path, type Point } from '../../drawing/path.ts';
import type { Random } from '../../drawing/random.ts';
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
  const flip = random.chance(0.5);
  const land = siteOf(brief, flip);
  const building = new Building(brief, land, random, noise, flip);
  putUp(building, random);
  const house = building.painter();
  const hedge = hedgeOf(brief, land, land.horizon);
  const grove = groveOf(brief, land, building, random);
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

/** The lake that the house stands by; the light comes from the side that it looks to. */
function siteOf(brief: Brief, flip: boolean): Land {
  const { width, height } = brief.frame;
  const own = landOf(brief);
  const horizon = height * (height > width ? 0.66 : 0.68);
  return {
    ...own,
    horizon,
    ground: 'water',
    relief: 'hills',
    conifers: !brief.words.says('villa.south'),
    mist: Math.max(own.mist, 0.6),
    clouds: Math.min(own.clouds, 0.45),
    sun: { ...own.sun, x: flip ? width * 0.14 : width * 0.86, y: own.night ? height * 0.15 : horizon - 0.14 },
  };
}

/** The house as it is put up, plane by plane. Its places are told from the middle of its foot, right and upwards. */
class Building {
  readonly scale: number;
  readonly #brief: Brief;
  readonly #land: Land;
  readonly #random: Random;
  readonly #noise: Noise;
  readonly #flip: boolean;
  readonly #centre: number;
  /** How much of its lamps is seen. */
  readonly #lit: number;
  readonly #warm: Colour;
  readonly #tones: Tones;
  readonly #planes: Plane[] = [];
  readonly #lamps: { x: number; y: number; radius: number; strength: number }[] = [];

  constructor(brief: Brief, land: Land, random: Random, noise: Noise, flip: boolean) {
    const { width, height } = brief.frame;
    const lights = lightsOf(brief);
    this.#brief = brief;
    this.#land = land;
    this.#random = random;
    this.#noise = noise;
    this.#flip = flip;
    this.#lit = Math.max(0.45, lights.lit);
    this.#warm = blend(lights.windows[0], lights.windows[1], 0.4);
    this.#tones = tonesOf(brief, land);
    this.scale = Math.min(1, width * 0.62) * (height > width ? 1.02 : 1);
    this.#centre = width / 2 + (flip ? 0.04 : -0.04);
  }

  x(x: number): number {
    return this.#centre + (this.#flip ? -1 : 1) * x * this.scale;
  }

  y(y: number): number {
    return this.#land.horizon - y * this.scale;
  }

  #plane(path: Path, colour: Colour, grain = 1, opacity = 1): void {
    this.#planes.push({ path, colour, opacity, grain });
  }

  #rect(x0: number, y0: number, x1: number, y1: number): Path {
    const [left, right] = [this.x(x0), this.x(x1)];
    return boxBetween(Math.min(left, right), this.y(y1), Math.max(left, right), this.y(y0));
  }

  /** What all of it stands on. */
  plinth(x0: number, x1: number, top: number): void {
    this.#plane(this.#rect(x0, 0, x1, top), tune(this.#tones.bright, 0.9));
    this.#plane(this.#rect(x0, 0, x1, top * 0.5), this.#tones.shadow);
  }

  /** A wall of glass, and behind it the rooms. */
  glazing(x0: number, y0: number, x1: number, y1: number, panes: number): void {
    this.#rooms(x0, y0, x1, y1);
    for (let n = 0; n < panes; n++) this.#furniture(x0, y0, x1, y1, n, panes);
    // The sky's sheen across.
    const slant = (x1 - x0) * 0.16;
    this.#plane(
      Path.of([
        { x: this.x(mix(x0, x1, 0.12)), y: this.y(y0) },
        { x: this.x(mix(x0, x1, 0.12) + slant), y: this.y(y1) },
        { x: this.x(mix(x0, x1, 0.4) + slant), y: this.y(y1) },
        { x: this.x(mix(x0, x1, 0.4)), y: this.y(y0) },
      ]),
      this.#land.sky.at(0.7),
      0,
      0.12,
    );
    for (let n = 0; n <= panes; n++) {
      const x = mix(x0, x1, n / panes);
      this.#plane(this.#rect(x - 0.0028, y0, x + 0.0028, y1), tune(this.#tones.dark, 0.8), 0);
    }
  }

  /** Bright below the ceiling's lamps. */
  #rooms(x0: number, y0: number, x1: number, y1: number): void {
    const bands = 14;
    for (let n = 0; n < bands; n++) {
      const [a, b] = [mix(y0, y1, n / bands), mix(y0, y1, (n + 1) / bands)];
      this.#plane(
        this.#rect(x0, a, x1, b + 0.001),
        blend(
          brighten(this.#warm, (0.32 + 0.5 * (n / bands)) * this.#lit),
          this.#tones.shadow,
          0.18 + 0.5 * (1 - this.#lit),
        ),
        0,
      );
    }
  }

  /** Dim things behind one pane, at times a picture over them, and a lamp. */
  #furniture(x0: number, y0: number, x1: number, y1: number, n: number, panes: number): void {
    const random = this.#random;
    const x = mix(x0, x1, (n + random.between(0.15, 0.7)) / panes);
    const w = ((x1 - x0) / panes) * random.between(0.2, 0.6);
    this.#plane(
      this.#rect(x, y0, x + w, y0 + (y1 - y0) * random.between(0.16, 0.5)),
      tune(this.#tones.timber, 0.8),
      0,
      0.75,
    );
    if (random.chance(0.5))
      this.#plane(
        this.#rect(x + w * 0.2, y0 + (y1 - y0) * 0.56, x + w * 0.9, y0 + (y1 - y0) * 0.8),
        blend(this.#warm, this.#brief.palette.inks[0], 0.5),
        0,
        0.5,
      );
    this.#lamps.push({
      x: this.x(mix(x0, x1, (n + 0.5) / panes)),
      y: this.y(mix(y0, y1, 0.82)),
      radius: (y1 - y0) * this.scale * 0.9,
      strength: 0.32 * this.#lit,
    });
  }

  /** A floor or a roof of concrete, and the shade it throws on what lies under it. */
  slab(x0: number, x1: number, y: number, thick: number): void {
    this.#plane(this.#rect(x0, y - thick, x1, y), this.#tones.bright);
    this.#plane(this.#rect(x0, y - thick, x1, y - thick * 0.72), this.#tones.shadow);
    for (let n = 0; n < 5; n++)
      this.#plane(this.#rect(x0 + 0.02, y - thick - 0.008 * (n + 1), x1 - 0.01, y - thick), this.#tones.dark, 0, 0.1);
  }

  /** A wall of upright timbers. */
  fins(x0: number, y0: number, x1: number, y1: number): void {
    const count = Math.round((x1 - x0) / 0.0135);
    this.#plane(this.#rect(x0, y0, x1, y1), tune(this.#tones.timber, 0.6));
    for (let n = 0; n < count; n++) {
      const x = mix(x0, x1, (n + 0.2) / count);
      this.#plane(
        this.#rect(x, y0, x + ((x1 - x0) / count) * 0.55, y1),
        tune(this.#tones.timber, 0.9 + this.#noise.at(n * 3.7, 2) * 0.25),
      );
    }
  }

  /** Stone from ground to chimney, laid in courses. */
  stone(left: number, low: number, top: number): void {
    const { shadow, plaster, dark } = this.#tones;
    this.#plane(this.#rect(left, low, left + 0.11, top), tune(shadow, 0.85));
    this.#plane(this.#rect(left, low, left + 0.074, top), tune(plaster, this.#land.night ? 0.45 : 0.74));
    for (let course = 0; course < 22; course++) {
      const y = mix(low, top, course / 22);
      this.#plane(this.#rect(left, y, left + 0.11, y + 0.0016), dark, 0, 0.3);
      const cut = left + 0.11 * this.#random.next();
      this.#plane(this.#rect(cut, y, cut + 0.0014, y + (top - low) / 22), dark, 0, 0.3);
    }
  }

  /** A rail of glass on the terrace, and the post that holds it up. */
  terrace(x0: number, x1: number, low: number, floor: number): void {
    this.#plane(this.#rect(x0, floor + 0.03, x1, floor + 0.085), this.#land.sky.at(0.6), 0, 0.16);
    this.#plane(this.#rect(x0, floor + 0.083, x1, floor + 0.087), tune(this.#tones.dark, 0.9), 0);
    const post = 0.52;
    this.#plane(this.#rect(post, low, post + 0.012, floor), tune(this.#tones.shadow, 0.8));
  }

  painter(): Paint {
    const noise = this.#noise;
    const grain = new Texture(256, (x, y) => noise.fbm(x * 18, y * 18, 4, 0.62));
    return (canvas) => {
      for (const plane of this.#planes) {
        if (plane.grain === 0) canvas.fill(plane.path, plane.colour, plane.opacity);
        else paintWorn(canvas, plane, grain);
      }
      for (const lamp of this.#lamps) canvas.glow(lamp.x, lamp.y, lamp.radius, this.#warm, lamp.strength);
    };
  }
}

interface Tones {
  readonly plaster: Colour;
  readonly bright: Colour;
  readonly shadow: Colour;
  readonly timber: Colour;
  readonly dark: Colour;
}

/** The colours of what it is built of, in this light. */
function tonesOf(brief: Brief, land: Land): Tones {
  const day = land.sky.at(0.5);
  const plaster = blend(blend({ r: 0.8, g: 0.78, b: 0.74 }, day, land.night ? 0.72 : 0.4), land.sun.colour, 0.16);
  return {
    plaster,
    bright: tune(plaster, land.night ? 0.62 : 0.92),
    shadow: tune(blend(plaster, land.sky.at(0.2), 0.5), land.night ? 0.4 : 0.55),
    timber: blend(tune(brief.palette.inks[1], 0.5), { r: 0.2, g: 0.09, b: 0.035 }, 0.7),
    dark: tune(land.near, 0.7),
  };
}

/** Lower floor, upper floor that reaches over the water, roof; a stem of stone ties them. */
function putUp(building: Building, random: Random): void {
  const reach = random.between(0.56, 0.66);
  const stem = random.between(-0.2, -0.08);
  const low = 0.022;
  const first = 0.2;
  const second = 0.41;
  building.plinth(-0.62, 0.6, low);
  building.fins(-0.52, low, -0.34, first);
  building.glazing(-0.34, low, stem, first, 2);
  building.glazing(stem + 0.11, low, 0.42, first, 5);
  building.slab(-0.57, reach, first + 0.03, 0.03);
  building.glazing(-0.28, first + 0.03, stem, second, 2);
  building.glazing(stem + 0.11, first + 0.03, 0.3, second, 4);
  building.fins(0.3, first + 0.03, 0.45, second);
  building.slab(-0.36, reach - 0.06, second + 0.028, 0.028);
  building.stone(stem, low, second + random.between(0.08, 0.15));
  building.terrace(0.45, reach, low, first);
}

/** Fills a plane with the concrete's grain in it. */
function paintWorn(canvas: Canvas, { path, colour, opacity }: Plane, grain: Texture): void {
  const { pixels, topPx, frame } = canvas;
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

/** Spruces on one side of the house, a tree with leaves on the other. */
function groveOf(brief: Brief, land: Land, building: Building, random: Random): Paint {
  const { horizon } = land;
  const { scale } = building;
  const spruces = Array.from({ length: 9 }, () => {
    const x = random.between(-1.05, -0.66);
    return conifer(random, building.x(x), horizon, scale * random.between(0.22, 0.5));
  });
  const leaves: [Colour, Colour] = [tune(land.near, 0.8), blend(tune(land.far, 0.85, 1.1), land.sun.colour, 0.12)];
  const tree = leafTree(random.fork('tree 0'), {
    x: building.x(0.66 * random.between(0.96, 1.08)),
    y: horizon - 0.004,
    height: scale * random.between(0.5, 0.66),
    lightX: land.sun.x,
    colours: leaves,
    bare: brief.words.says('villa.winter'),
  });
  return (canvas) => {
    for (const spruce of spruces) canvas.fill(spruce, tune(land.near, 0.75));
    paintLeafTree(canvas, tree, tune(land.near, 0.8));
  };
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
