import type { Brief } from '../../brief.ts';
import { Canvas } from '../../drawing/canvas.ts';
import { blend, brighten, tune } from '../../drawing/colour.ts';
import { furred } from '../../drawing/fur.ts';
import { Lit, type Surface } from '../../drawing/lit.ts';
import { smoothstep } from '../../drawing/maths.ts';
import { Noise } from '../../drawing/noise.ts';
import { placed, type Placing, place } from '../../drawing/outline.ts';
import { Path } from '../../drawing/path.ts';
import { Relief } from '../../drawing/relief.ts';
import { Texture } from '../../drawing/texture.ts';
import type { Composer } from '../../composer.ts';
import { backdropOf } from './backdrop.ts';
import { insideOf } from './inside.ts';
import { planOf, type Plan } from './plan.ts';

/** A head in profile against the light, or with another world inside it. */
export const portrait: Composer = {
  name: 'portrait',
  compose(brief) {
    const plan = planOf(brief);
    const behind = brief.transparent ? [] : backdropOf(brief, plan);
    const inside = insideOf(brief, plan);
    const figure = figureOf(brief, plan);
    return {
      paint(canvas) {
        for (const paint of behind) paint(canvas);
        if (inside.length === 0) figure.paint(canvas);
        else {
          const world = new Canvas(canvas.frame, canvas.topPx, canvas.rows);
          for (const paint of inside) paint(world);
          figure.reveal(canvas, world);
        }
      },
      finish: { vignette: brief.transparent ? 0 : 0.16 },
    };
  },
};

interface Painted {
  /** The head in its own shade. */
  paint(canvas: Canvas): void;
  /** The head as a window to another picture of the same frame. */
  reveal(canvas: Canvas, world: Canvas): void;
}

function figureOf(brief: Brief, plan: Plan): Painted {
  const random = brief.random.fork('figure');
  const { head, scale, flip, dark } = plan;
  const at: Placing = { x: plan.x + (flip ? 50 : -50) * scale, y: plan.y - 60 * scale, scale, flip };
  const shapes = (pieces: typeof head.skin, fur = 0): Path[] =>
    pieces.map((piece, n) => placed(furred(piece, random.fork(`${n}`), fur), at));
  const skin = shapes(head.skin);
  const hair = shapes(head.hair, head.strands.length === 0 && plan.head.hair.length === 1 ? 0.7 : 0.25);
  const cloth = shapes(head.cloth);
  const ornament = shapes(head.ornament);
  const wisps = wispsOf(brief, plan, at);
  const noise = new Noise(random);
  const strandy = new Texture(256, (x, y) => noise.fbm(x * 46 + noise.at(x * 3, y * 3) * 3, y * 7, 3, 0.6));
  const weave = new Texture(256, (x, y) => noise.fbm(x * 30, y * 30, 3, 0.7));
  const side = flip ? -1 : 1;
  const { style } = brief;
  const strength = style === 'photorealistic' || style === 'cinematic' || style === 'portrait' ? 1.5 : 1.15;
  const lamps = [
    { x: plan.light.x + side * 0.45, y: plan.light.y - 0.1, depth: -0.26, colour: plan.key, strength: 1.35 * strength },
    { x: plan.x - side * 0.9, y: plan.y - 0.5, depth: -0.42, colour: plan.kicker, strength: 0.85 * strength },
  ];
  const rough = style === 'product' || plan.flat ? 0.2 : 1;
  const skinSurface: Surface = {
    colour: brighten(dark, 1.25),
    lamps,
    sky: plan.ground[1],
    skyStrength: 0.045,
    flat: plan.flat,
  };
  const hairSurface: Surface = {
    ...skinSurface,
    colour: brighten(dark, 0.7),
    skyStrength: 0.03,
    texture: { of: strandy, across: 2.2, down: 1.2, depth: 0.5 * rough },
  };
  const clothColour = blend(dark, tune(brief.palette.inks[0], 0.5), 0.35);
  const clothSurface: Surface = {
    ...skinSurface,
    colour: clothColour,
    texture: { of: weave, across: 5, down: 5, depth: 0.1 * rough },
  };
  const metal = blend(brief.palette.light, { r: 0.8, g: 0.5, b: 0.16 }, 0.65);
  const metalSurface: Surface = { ...skinSurface, colour: tune(metal, 0.42), sky: metal, skyStrength: 0.5 };
  const whole = new Relief([...skin, ...hair]);
  const groups = [
    { lit: new Lit(skin, whole), surface: skinSurface, paths: skin },
    ...(cloth.length > 0 ? [{ lit: new Lit(cloth), surface: clothSurface, paths: cloth }] : []),
    { lit: new Lit(hair, whole), surface: hairSurface, paths: hair },
    ...(ornament.length > 0 ? [{ lit: new Lit(ornament), surface: metalSurface, paths: ornament }] : []),
  ];
  const foot = plan.y + 0.62 * 100 * scale;
  // The shoulders fade where nothing cuts them off: on cloth, and in tall pictures.
  const fade = (y: number): number =>
    brief.transparent || foot < brief.frame.height ? smoothstep(foot - 0.04, foot - 0.26, y) : 1;
  const strandColour = brighten(dark, 0.8);
  const paintWisps = (canvas: Canvas): void => {
    for (const wisp of wisps) canvas.fill(wisp, strandColour, 0.85);
  };
  return {
    paint(canvas) {
      paintWisps(canvas);
      for (const { lit, surface } of groups) lit.paint(canvas, surface, fade);
    },
    reveal(canvas, world) {
      paintWisps(canvas);
      const { pixels } = canvas;
      // Hair and cloth darken the world a little, so that the face keeps its line; light runs along every edge.
      for (const { lit, surface, paths } of groups) {
        const tone = surface === skinSurface ? 0.94 : surface === hairSurface ? 0.74 : 0.6;
        for (const path of paths) {
          canvas.cover(path, (i, covered, _px, row) => {
            const alpha = covered * fade((row + canvas.topPx + 0.5) / canvas.frame.pxPerUnit);
            for (let c = 0; c < 3; c++)
              pixels[i + c] = pixels[i + c]! + (world.pixels[i + c]! * tone - pixels[i + c]!) * alpha;
            pixels[i + 3] = pixels[i + 3]! + (1 - pixels[i + 3]!) * alpha;
          });
        }
        if (surface === metalSurface) lit.paint(canvas, surface, fade);
        else
          lit.paint(
            canvas,
            { ...surface, skyStrength: 0, lamps: lamps.map((lamp) => ({ ...lamp, strength: lamp.strength * 0.4 })) },
            fade,
            true,
          );
      }
    },
  };
}

/** Single hairs that leave the mass of it. */
function wispsOf(brief: Brief, plan: Plan, at: Placing): Path[] {
  const random = brief.random.fork('wisps');
  const wisps: Path[] = [];
  for (const strand of plan.head.strands) {
    for (let n = 0; n < 9; n++) {
      const [dx, dy] = [random.bell() * 1.1, random.bell() * 1.1];
      const spread = random.between(0.4, 1.5);
      const line = strand.map((point, i) => {
        const t = i / (strand.length - 1);
        return place({ x: point.x + dx * (0.35 + spread * t * 2), y: point.y + dy * (0.35 + spread * t * 2) }, at);
      });
      const breadth = plan.scale * random.between(0.1, 0.3);
      wisps.push(...Path.pieces(line, (t) => breadth * (1 - t) + 0.0002, 8, true));
    }
  }
  return wisps;
}
