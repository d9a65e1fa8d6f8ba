import { leaningOf, type Brief } from '../brief.ts';
import type { Composer } from './composer.ts';
import { flow } from './flow.ts';
import { landscape } from './landscape.ts';

/** Every way of making a picture. A new one is a file beside this and a name here. */
export const composers: readonly [Composer, ...Composer[]] = [landscape, flow];

/** The composer that answers a brief best. Words that none knows fall to any of them, the same for each seed of a prompt. */
export function composerFor(brief: Brief, prompt: string): Composer {
  const ranked = composers
    .map((composer) => ({ composer, affinity: composer.affinity(brief) }))
    .sort((a, b) => b.affinity - a.affinity);
  const best = ranked[0];
  if (best !== undefined && best.affinity > 0) return best.composer;
  return composers[Math.floor(leaningOf(prompt) * composers.length)] ?? composers[0];
}
