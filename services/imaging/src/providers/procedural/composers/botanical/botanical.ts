import type { Brief } from '../../brief.ts';
import { blend } from '../../drawing/colour.ts';
import { smoothstep } from '../../drawing/maths.ts';
import { branch } from './branch.ts';
import { bouquet } from './bouquet.ts';
import { lush } from './lush.ts';
import { specimens } from './specimens.ts';
import { wreath } from './wreath.ts';
import { species } from '../../scenery/plants/species.ts';
import { planOf, type Plan } from './plan.ts';
import { studioOf } from '../../scenery/plants/studio.ts';
import type { Composer } from '../../composer.ts';

const arrangements = { specimens, bouquet, wreath, lush, branch } as const;

/** Plants drawn leaf by leaf and petal by petal, on paper or out of the dark. */
export const botanical: Composer = {
  name: 'botanical',
  compose(brief) {
    const studio = studioOf(brief);
    const plan = planOf(brief, studio);
    const pieces = arrangements[arrangementOf(brief, plan)](brief, studio, plan);
    const { width, height } = brief.frame;
    const { ground, dark, coat } = studio;
    const light = blend(ground, brief.palette.light, dark ? 0.2 : 0.3);
    const [lx, ly] = [width * 0.38, height * 0.34];
    const reach = Math.hypot(width, height) * 0.62;
    return {
      paint(canvas) {
        if (!brief.transparent) {
          const { pixels, frame } = canvas;
          canvas.eachRow(0, height, (y, start) => {
            for (let px = 0, i = start; px < frame.widthPx; px++, i += 4) {
              const x = (px + 0.5) / frame.pxPerUnit;
              const near = smoothstep(1, 0, Math.hypot(x - lx, y - ly) / reach);
              const weave =
                1 +
                coat.texture.at(x * 3.1, y * 3.1) * (dark ? 0.1 : 0.045) +
                coat.texture.at(x * 0.6, y * 0.6) * (dark ? 0.14 : 0.02);
              pixels[i] = (ground.r + (light.r - ground.r) * near) * weave;
              pixels[i + 1] = (ground.g + (light.g - ground.g) * near) * weave;
              pixels[i + 2] = (ground.b + (light.b - ground.b) * near) * weave;
              pixels[i + 3] = 1;
            }
          });
        }
        for (const piece of pieces) piece.paint(canvas);
      },
      finish: { vignette: brief.transparent ? 0 : dark ? 0.34 : 0.1, ...(brief.transparent ? { grain: 0 } : {}) },
    };
  },
};

function arrangementOf(
  { words: said, random, frame, transparent, style }: Brief,
  plan: Plan,
): keyof typeof arrangements {
  // What grows upright is no flower to be strewn.
  const upright = plan.kind === 'flowers' && plan.flowers.every((flower) => flower.upright);
  if (upright && !transparent && !said.says('plants.bunch')) return 'specimens';
  if (said.says('plants.round')) return 'wreath';
  const tree = said.says('plants.bough');
  if (tree && plan.flowers[0] === species.blossom && plan.kind === 'flowers' && !transparent) return 'branch';
  if (plan.kind === 'mushrooms' || plan.kind === 'cacti' || plan.kind === 'succulents') return 'specimens';
  // A bouquet is as high as it is wide: in a very wide frame its flowers fill the frame instead.
  const wide = !transparent && frame.width > 1.7;
  if (said.says('plants.bouquet') && plan.kind === 'flowers') return wide ? 'lush' : 'bouquet';
  if (transparent) return plan.kind === 'leaves' ? 'wreath' : random.fork('arrangement').pick(['wreath', 'bouquet']);
  if (said.says('plants.study')) return 'specimens';
  if (style === 'landscape' || said.says('plants.lush')) return 'lush';
  return random
    .fork('arrangement')
    .pick(
      plan.kind === 'leaves'
        ? ['specimens', 'lush', 'lush']
        : wide
          ? ['lush', 'lush', 'specimens']
          : ['bouquet', 'lush', 'specimens', 'bouquet'],
    );
}
