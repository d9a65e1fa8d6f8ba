import type { Brief } from './brief.ts';
import type { ComposerName } from '@easel/contracts/generation/lexicon/leanings';
import type { Scene } from './drawing/scene.ts';

/**
 * One way of making a picture. Chance is drawn while composing; painting only draws, so bands and resolutions agree.
 */
export interface Composer {
  readonly name: ComposerName;
  compose(brief: Brief): Scene;
}
