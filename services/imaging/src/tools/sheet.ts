import { letteringOf } from '@easel/contracts/generation/lexicon/saying';
import {
  aspectRatioOf,
  aspectRatios,
  models,
  styles,
  type AspectRatio,
  type Size,
} from '@easel/contracts/generation/policy';
import type { PictureRequest } from '../providers/procedural/brief.ts';

const WITHOUT = 'without:';

/** The prompts of a sheet's file, a line each; `#` begins a remark. */
export const linesOf = (text: string): string[] =>
  text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));

/**
 * Reads a line as what is to be drawn: its prompt, behind settings of its own in brackets, in any order. They are a
 * ratio, a style, a model, a seed, `tshirt`, `lettered` where the words of a poster are set in it, and `without:word`
 * for what is not wanted: `[2:3 cinematic 7 tshirt] a fox`. Throws at any other word. `usual` are settings that the
 * line's own overrule.
 */
export function requestOf(line: string, usual: readonly string[] = []): PictureRequest {
  const own = /^\[(?<settings>[^\]]*)\]\s*(?<prompt>.*)$/u.exec(line)?.groups;
  const request: PictureRequest = {
    prompt: own?.['prompt'] ?? line,
    negativePrompt: '',
    style: 'auto',
    aspectRatio: 'standard_3_2',
    seed: 1,
    transparent: false,
  };
  for (const word of [...usual, ...(own?.['settings'] ?? '').split(' ').filter(Boolean)]) {
    const ratio = aspectRatioOf(word);
    const model = models.find((one) => one === word && one !== 'auto');
    const style = styles.find((one) => one === word);
    if (ratio !== undefined) request.aspectRatio = ratio;
    else if (style !== undefined) request.style = style;
    else if (/^\d+$/u.test(word)) request.seed = Number(word);
    else if (word === 'tshirt') request.transparent = true;
    else if (model !== undefined) request.model = model;
    else if (word === 'lettered') request.lettering = letteringOf(request.prompt);
    else if (word.startsWith(WITHOUT)) request.negativePrompt = word.slice(WITHOUT.length);
    else throw new Error(`neither a ratio nor a style nor a seed: ${word}`);
  }
  return request;
}

/** A picture of this shape whose longer side is that many pixels. */
export function sizeWithin(sidePx: number, aspectRatio: AspectRatio): Size {
  const shape = aspectRatios[aspectRatio];
  const scale = sidePx / Math.max(shape.width, shape.height);
  return { width: Math.round(shape.width * scale), height: Math.round(shape.height * scale) };
}
