import type { Style } from '@easel/contracts/generation/policy';
import type { Canvas, Frame } from './canvas.ts';
import { blend, lightnessOf, tune, type Colour } from './colour.ts';
import type { Finish } from './develop.ts';
import { clamp01, smoothstep } from './maths.ts';
import { Noise } from './noise.ts';
import type { Palette } from './palette.ts';
import type { Path } from './path.ts';
import type { Random } from './random.ts';
import { manners, type Manner } from './press-manners.ts';
import type { Scene } from './scene.ts';
import { darken, shadowOf } from './shadow.ts';
import { moved, rim } from './shapes.ts';
import { Texture } from './texture.ts';

/** Where an ink turns into another, or into nothing: along a line, or from a middle outwards. */
export interface Fade {
  readonly kind: 'line' | 'round';
  /** Where it begins, and for a line where it ends; a round one reaches `radius`. */
  readonly from: readonly [x: number, y: number];
  readonly to?: readonly [x: number, y: number];
  readonly radius?: number;
  readonly ink: Colour | null;
}

export interface Print {
  readonly opacity?: number;
  /** Inks that let what is below shine through, as in overprinting. */
  readonly multiply?: boolean;
  readonly fade?: Fade;
  /** Nothing is printed outside of it. */
  readonly within?: Path;
  /** False for what is too small to be outlined. */
  readonly outlined?: boolean;
}

interface Inked extends Print {
  readonly path: Path;
  readonly ink: Colour;
  readonly shift: number;
}

const GRAINS_PER_UNIT = 900;

/** Something that lays itself on, whatever the press. */
interface Painted {
  paint(canvas: Canvas): void;
}

interface Sheet {
  readonly items: (Inked | Painted)[];
  readonly height: number;
}

/** What a press has to know of the picture. */
interface Order {
  readonly style: Style;
  readonly palette: Palette;
  readonly frame: Pick<Frame, 'width' | 'height'>;
  /** The print lies on cloth, not on paper. */
  readonly transparent: boolean;
}

/** Prints flat shapes in the manner of a style: plates on paper, sheets laid on sheets, or a drawing of lines. */
export class Press {
  readonly ground: Colour;
  /** Six inks of the palette that can be told from the ground, the strongest contrast first. */
  readonly inks: readonly Colour[];
  readonly dark: boolean;
  readonly manner: Manner;
  readonly #order: Order;
  readonly #random: Random;
  readonly #sheets: Sheet[] = [];
  readonly #shifts = new Map<string, readonly [number, number]>();
  readonly #distress: number;

  /** `distress`: share of the whole print that washing took away, where it lies on cloth. */
  constructor(order: Order, random: Random, options: { distress?: number; ground?: Colour } = {}) {
    this.#order = order;
    this.#random = random;
    this.manner = manners[order.style];
    this.#distress = options.distress ?? 0;
    this.ground = groundOf(options.ground ?? order.palette.ground, this.manner.ground, order);
    this.dark = !order.transparent && lightnessOf(this.ground) < 0.5;
    this.inks = inksOn(this.ground, order);
    this.sheet(0);
  }

  /**
   * What is printed from here on lies on a sheet of its own, `height` units above the last (for the manners that have
   * sheets).
   */
  sheet(height = 0.012): this {
    this.#sheets.push({ items: [], height });
    return this;
  }

  print(path: Path, ink: Colour, how: Print = {}): this {
    const plate = `${ink.r},${ink.g},${ink.b}`;
    let shift = this.#shifts.get(plate);
    if (shift === undefined) {
      const far = this.#shifts.size === 0 ? 0 : this.manner.misregistration;
      const way = this.#random.next() * Math.PI * 2;
      shift = [Math.cos(way) * far, Math.sin(way) * far];
      this.#shifts.set(plate, shift);
    }
    const { items } = this.#sheets[this.#sheets.length - 1]!;
    const { drafted, outline } = this.manner;
    const item = {
      ...how,
      ink,
      path: shift[0] === 0 ? path : moved(path, shift[0], shift[1]),
      shift: this.#shifts.size,
    };
    items.push(drafted && !this.#order.transparent ? { ...item, opacity: (how.opacity ?? 1) * 0.9 } : item);
    if (outline > 0 && how.outlined !== false) {
      const line = this.dark
        ? blend(this.ground, { r: 1, g: 1, b: 1 }, 0.85)
        : drafted
          ? tune(blend(ink, this.inks[0]!, 0.75), 0.6)
          : tune(this.inks[0]!, 0.34);
      items.push({ path: rim(path, outline), ink: line, shift: 0, ...(how.within && { within: how.within }) });
    }
    return this;
  }

  /** Something drawn another way, between the plates. */
  mount(...pieces: readonly Painted[]): this {
    this.#sheets[this.#sheets.length - 1]!.items.push(...pieces);
    return this;
  }

  scene(finish: Partial<Finish> = {}): Scene {
    const { transparent, frame } = this.#order;
    const { manner, ground } = this;
    const sheets = this.#sheets.filter(({ items }) => items.length > 0);
    const shadows = sheets.map(({ items, height }) =>
      manner.shadow > 0 && height > 0 ? shadowOf(castingOf(items), height, frame) : null,
    );
    const random = this.#random.fork('paper');
    const specks = random.fork('specks');
    // Neighbours are averaged a little: a speck of ink is no square.
    const grain = softened(new Texture(256, () => specks.next()));
    const noise = new Noise(random);
    const brushed = manner.brushed;
    const tooth = new Texture(256, (x, y) =>
      brushed
        ? noise.fbm(x * 5, y * 34, 4, 0.65) * 0.7 + noise.fbm(x * 20 + 7, y * 20, 3, 0.6) * 0.35
        : noise.fbm(x * 22, y * 22, 5, 0.72),
    );
    const gradient = this.#random.between(-1, 1);
    const distress = this.#distress;
    const blotches = new Noise(random.fork('blotches'));

    return {
      paint: (canvas) => {
        const { pixels, frame: whole, rows } = canvas;
        const { widthPx, pxPerUnit } = whole;
        const dx = 1 / pxPerUnit;
        const specked = new Float32Array(widthPx * rows);
        const toothed = new Float32Array(widthPx * rows);
        canvas.eachRow(0, frame.height, (y, start) => {
          for (let px = 0, i = start / 4; px < widthPx; px++, i++) {
            const x = (px + 0.5) * dx;
            specked[i] = grain.at((x * GRAINS_PER_UNIT) / 256, (y * GRAINS_PER_UNIT) / 256);
            toothed[i] = tooth.at(x * 1.9, y * 1.9);
          }
        });
        if (!transparent) {
          const { width, height } = frame;
          canvas.eachRow(0, height, (y, start) => {
            for (let px = 0, i = start; px < widthPx; px++, i += 4) {
              const lit = 1 + 0.05 * gradient * (((px + 0.5) * dx) / width - 0.5) - 0.04 * (y / height - 0.5);
              const weave = lit * (1 + toothed[i / 4]! * manner.fibre);
              pixels[i] = ground.r * weave;
              pixels[i + 1] = ground.g * weave;
              pixels[i + 2] = ground.b * weave;
              pixels[i + 3] = 1;
            }
          });
        }
        const masks = new Map<Path, Float32Array>();
        const maskOf = (path: Path): Float32Array => {
          const known = masks.get(path);
          if (known !== undefined) return known;
          const mask = new Float32Array(widthPx * rows);
          canvas.cover(path, (i, covered) => (mask[i >> 2] = covered));
          masks.set(path, mask);
          return mask;
        };
        for (const [index, sheet] of sheets.entries()) {
          const shadow = shadows[index];
          if (shadow) darken(canvas, shadow, manner.shadow * (transparent ? 0.9 : 1), transparent);
          for (const item of sheet.items) {
            if ('paint' in item) item.paint(canvas);
            else this.#lay(canvas, item, specked, toothed, item.within ? maskOf(item.within) : null);
          }
        }
        if (distress > 0) wash(canvas, toothed, specked, blotches, distress);
      },
      finish: { ...manner.finish, ...(transparent ? { vignette: 0, grain: 0 } : {}), ...finish },
    };
  }

  #lay(canvas: Canvas, item: Inked, specked: Float32Array, toothed: Float32Array, mask: Float32Array | null): void {
    const { pixels } = canvas;
    const { pxPerUnit } = canvas.frame;
    const { ink, fade, opacity = 1, multiply = false } = item;
    const { wear, fibre } = this.manner;
    const kind = this.manner.fade;
    const over = multiply && !this.dark;
    // Every other plate meets the paper's specks turned round, or all inks would fail at the same ones.
    const turnedRound = item.shift % 2 === 1;
    const to = fade?.ink ?? ink;
    const [fx, fy] = fade?.from ?? [0, 0];
    const [tx, ty] = fade?.to ?? [0, 1];
    const span = (tx - fx) ** 2 + (ty - fy) ** 2 || 1;
    const round = fade?.kind === 'round' ? (fade.radius ?? 1) : 0;
    canvas.cover(item.path, (i, covered, px, row) => {
      const at = i >> 2;
      const speck = turnedRound ? 1 - specked[at]! : specked[at]!;
      const rough = toothed[at]!;
      let alpha = covered * opacity;
      if (mask !== null) {
        alpha *= mask[at]!;
        if (alpha <= 0) return;
      }
      if (wear > 0) alpha *= 1 - wear * clamp01((rough + speck * 0.5 - 0.44) * 3.2);
      let { r, g, b } = ink;
      if (fade !== undefined && kind !== 'none') {
        const x = (px + 0.5) / pxPerUnit;
        const y = (row + canvas.topPx + 0.5) / pxPerUnit;
        let t = round > 0 ? Math.hypot(x - fx, y - fy) / round : ((x - fx) * (tx - fx) + (y - fy) * (ty - fy)) / span;
        if (kind === 'stipple') t = clamp01((t + (speck - 0.5) * 0.9 - 0.5) * 4 + 0.5);
        else if (kind === 'dots') t = dots(x, y, t, pxPerUnit);
        else t = smoothstep(0, 1, t);
        if (fade.ink === null) alpha *= 1 - t;
        else {
          r += (to.r - r) * t;
          g += (to.g - g) * t;
          b += (to.b - b) * t;
        }
      }
      if (alpha <= 0) return;
      const weave = 1 + rough * fibre;
      const below = pixels[i + 3]!;
      const rest = 1 - alpha;
      if (over) {
        // Where nothing lies below, ink is ink; elsewhere it filters what does.
        const alone = alpha * (1 - below) * weave;
        pixels[i] = pixels[i]! * (rest + alpha * r * weave) + alone * r;
        pixels[i + 1] = pixels[i + 1]! * (rest + alpha * g * weave) + alone * g;
        pixels[i + 2] = pixels[i + 2]! * (rest + alpha * b * weave) + alone * b;
      } else {
        const strength = alpha * weave;
        pixels[i] = pixels[i]! * rest + r * strength;
        pixels[i + 1] = pixels[i + 1]! * rest + g * strength;
        pixels[i + 2] = pixels[i + 2]! * rest + b * strength;
      }
      pixels[i + 3] = below * rest + alpha;
    });
  }
}

/** What throws a shadow: what is cut by something else lies in it, and casts no shade of its own. */
function castingOf(items: readonly (Inked | Painted)[]): { path: Path; opacity: number }[] {
  return items.flatMap((item) => {
    if ('paint' in item || item.within !== undefined) return [];
    const { path, opacity = 1, multiply } = item;
    return [{ path, opacity: multiply ? opacity * 0.7 : opacity }];
  });
}

const white: Colour = { r: 1, g: 1, b: 1 };

function groundOf(ground: Colour, kind: Manner['ground'], { palette }: Order): Colour {
  if (kind === 'white') return blend(ground, white, lightnessOf(ground) > 0.5 ? 0.7 : 0.96);
  if (kind === 'dark' && lightnessOf(ground) > 0.5) {
    const deepest = [...palette.inks].sort((a, b) => lightnessOf(a) - lightnessOf(b))[0]!;
    return tune(deepest, Math.min(1, 0.24 / lightnessOf(deepest)), 0.8);
  }
  return ground;
}

function inksOn(ground: Colour, { palette, transparent }: Order): readonly Colour[] {
  const base = transparent ? 0.5 : lightnessOf(ground);
  const apart = (ink: Colour): number => Math.abs(lightnessOf(ink) - base);
  return [...palette.inks]
    .map((ink) => {
      if (transparent || apart(ink) > 0.14) return ink;
      return tune(ink, base > 0.5 ? 0.72 : 1.5, 1.1);
    })
    .sort((a, b) => apart(b) - apart(a));
}

/** Round dots on a slanted grid, as large as the tone is deep. */
function dots(x: number, y: number, t: number, pxPerUnit: number): number {
  const u = (x + y) * 62;
  const v = (x - y) * 62;
  const away = Math.hypot(u - Math.floor(u) - 0.5, v - Math.floor(v) - 0.5);
  const radius = Math.sqrt(clamp01(t)) * 0.74;
  const soft = (62 * 1.5) / pxPerUnit;
  return smoothstep(radius + soft, radius - soft, away) * smoothstep(0, 0.06, t);
}

function softened(texture: Texture): Texture {
  return new Texture(256, (x, y) => {
    const step = 1 / 256;
    const around =
      texture.at(x - step, y) + texture.at(x + step, y) + texture.at(x, y - step) + texture.at(x, y + step);
    // What averaging takes from the spread is given back.
    return clamp01(0.5 + (texture.at(x, y) * 0.5 + around * 0.125 - 0.5) * 1.7);
  });
}

/** Takes ink away as years of washing do: in specks everywhere, in patches where cloth was rubbed. */
function wash(canvas: Canvas, toothed: Float32Array, specked: Float32Array, blotches: Noise, distress: number): void {
  const { pixels } = canvas;
  const { widthPx, pxPerUnit, height } = canvas.frame;
  canvas.eachRow(0, height, (y, start) => {
    for (let px = 0, i = start; px < widthPx; px++, i += 4) {
      if (pixels[i + 3] === 0) continue;
      const at = i / 4;
      const x = (px + 0.5) / pxPerUnit;
      const patch = blotches.at(x * 3.1, y * 3.1) * 0.6 + blotches.at(x * 9, y * 9 + 5) * 0.4;
      const rubbed = toothed[at]! * 0.9 + specked[at]! * 0.42 + patch * 0.42 - (1.02 - distress);
      if (rubbed <= -0.05) continue;
      const left = 1 - smoothstep(-0.04, 0.06, rubbed);
      for (let c = 0; c < 4; c++) pixels[i + c] = pixels[i + c]! * left;
    }
  });
}
