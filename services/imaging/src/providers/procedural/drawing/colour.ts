import { clamp01 } from './maths.ts';

/** Linear light, each channel 0 (black) to 1 (white), above 1 for what shines. */
export interface Colour {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
/** Display value (0 to 1) of a linear channel. */
export const toDisplay = (linear: number): number =>
  linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;

/** `#rrggbb` as designers write it. */
export function hex(code: string): Colour {
  const value = Number.parseInt(code.slice(1), 16);
  return {
    r: toLinear(((value >> 16) & 255) / 255),
    g: toLinear(((value >> 8) & 255) / 255),
    b: toLinear((value & 255) / 255),
  };
}

/** Oklab: distances in it are as far as they look, so mixtures keep their strength and hues do not turn grey. */
interface Lab {
  readonly l: number;
  readonly a: number;
  readonly b: number;
}

function toLab({ r, g, b }: Colour): Lab {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

function fromLab({ l, a, b }: Lab): Colour {
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return {
    r: Math.max(0, 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    g: Math.max(0, -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    b: Math.max(0, -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  };
}

export function blend(from: Colour, to: Colour, t: number): Colour {
  const x = toLab(from);
  const y = toLab(to);
  return fromLab({ l: x.l + (y.l - x.l) * t, a: x.a + (y.a - x.a) * t, b: x.b + (y.b - x.b) * t });
}

/** The same hue, lighter (> 1) or darker, and stronger (> 1) or paler. */
export function tune(colour: Colour, lightness: number, chroma = 1): Colour {
  const { l, a, b } = toLab(colour);
  return fromLab({ l: l * lightness, a: a * chroma, b: b * chroma });
}

export const lightnessOf = (colour: Colour): number => toLab(colour).l;
export const brighten = ({ r, g, b }: Colour, times: number): Colour => ({ r: r * times, g: g * times, b: b * times });

const RAMP_STEPS = 1024;

/** A run of colours, looked up without allocating. */
export class Ramp {
  readonly #table = new Float32Array((RAMP_STEPS + 1) * 3);

  /** Stops at ascending places from 0 to 1. */
  constructor(stops: readonly (readonly [place: number, colour: Colour])[]) {
    for (let step = 0; step <= RAMP_STEPS; step++) {
      const place = step / RAMP_STEPS;
      const found = stops.findIndex(([at]) => at >= place);
      const next = found < 0 ? stops.length - 1 : Math.min(Math.max(found, 1), stops.length - 1);
      const [from, low] = stops[Math.max(0, next - 1)]!;
      const [to, high] = stops[next]!;
      const colour = blend(low, high, to > from ? clamp01((place - from) / (to - from)) : 0);
      this.#table.set([colour.r, colour.g, colour.b], step * 3);
    }
  }

  static even(colours: readonly Colour[]): Ramp {
    return new Ramp(colours.map((colour, index) => [index / Math.max(1, colours.length - 1), colour]));
  }

  /** Writes the three channels at `place` (0 to 1) to `out[offset…]`. */
  read(place: number, out: Float32Array, offset: number): void {
    const step = ((place <= 0 ? 0 : place >= 1 ? RAMP_STEPS : place * RAMP_STEPS + 0.5) | 0) * 3;
    out[offset] = this.#table[step]!;
    out[offset + 1] = this.#table[step + 1]!;
    out[offset + 2] = this.#table[step + 2]!;
  }

  at(place: number): Colour {
    const out = new Float32Array(3);
    this.read(place, out, 0);
    return { r: out[0]!, g: out[1]!, b: out[2]! };
  }
}
