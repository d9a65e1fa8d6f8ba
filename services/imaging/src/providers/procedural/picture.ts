import { typesetters } from '@easel/contracts/generation/lexicon/choice';
import { aspectRatios, type Size, type Style } from '@easel/contracts/generation/policy';
import type { Brief, PictureRequest } from './brief.ts';
import { captioned } from './caption.ts';
import type { Composer } from './composer.ts';
import { hasRoomFor } from './composers/emblem/emblem.ts';
import { composerFor } from './composers/registry.ts';
import { Canvas, frameOf, type Frame } from './drawing/canvas.ts';
import { Development, plainFinish, type Finish } from './drawing/develop.ts';
import type { Scene } from './drawing/scene.ts';
import { hands, type Hand } from './hands.ts';
import { briefOf } from './lexicon/reading.ts';

export interface Picture {
  /** Display values (sRGB), row after row; with alpha where `channels` is 4. */
  readonly pixels: Uint8ClampedArray;
  readonly channels: 3 | 4;
  readonly size: Size;
  readonly composer: string;
}

/** Rows painted at a time: few enough for a small memory, enough that what is drawn per band costs little. */
const BAND_PIXELS = 1_000_000;

const finishes: Record<Style, Partial<Finish>> = {
  auto: {},
  photorealistic: { grain: 2.2, saturation: 0.92 },
  cinematic: { contrast: 1.14, split: 0.05, grain: 2.6, vignette: 0.26, saturation: 0.94 },
  artistic: { saturation: 1.1, contrast: 1.04 },
  anime: { saturation: 1.28, exposure: 1.1, grain: 0.5, vignette: 0.04 },
  portrait: { contrast: 1.04, vignette: 0.2 },
  landscape: { saturation: 1.06 },
  product: { grain: 0.6, vignette: 0.06 },
  architecture: { saturation: 0.9, contrast: 1.06 },
};

/**
 * Who sets type does so by its own design. In all other pictures words that were asked for stand over them, and on an
 * emblem those that its letters have no room for.
 */
function composed(brief: Brief, composer: Composer): Scene {
  const scene = composer.compose(brief);
  const text = brief.saying?.quoted === true ? brief.saying.text : '';
  const isCaption = typesetters.has(composer.name) ? composer.name === 'emblem' && !hasRoomFor(text) : brief.lettered;
  return text !== '' && isCaption ? captioned(brief, scene, text) : scene;
}

/**
 * Draws a request. The same request gives the same bytes, and another size the same composition. `onProgress`: 0 to 1.
 */
export function draw(request: PictureRequest, size: Size, onProgress?: (drawn: number) => void): Picture {
  const frame = frameOf(size, aspectRatios[request.aspectRatio]);
  const brief = briefOf(request, frame);
  const composer = composerFor(brief, request.prompt);
  const scene = composed(brief, composer);
  const channels = request.transparent ? 4 : 3;
  const pixels = new Uint8ClampedArray(size.width * size.height * channels);
  const hand = hands[request.model ?? 'auto'];
  const finish = { ...plainFinish, ...finishes[request.style], ...scene.finish, ...handFinish(hand, request) };
  const development = new Development(finish);
  const rows = Math.max(16, Math.floor(BAND_PIXELS / size.width));
  for (let top = 0; top < size.height; top += rows) {
    development.write(bandOf(scene, hand, frame, { top, bottom: Math.min(size.height, top + rows) }), pixels, channels);
    onProgress?.(Math.min(1, (top + rows) / size.height));
  }
  return { pixels, channels, size, composer: composer.name };
}

/** Cloth has no corners that could be dark. */
const handFinish = ({ finish }: Hand, { transparent }: PictureRequest): Partial<Finish> =>
  transparent ? { ...finish, vignette: 0 } : finish;

/**
 * Some rows of the picture as the hand leaves them: painted with as many around them as it looks at, so that bands
 * leave no trace.
 */
function bandOf(scene: Scene, hand: Hand, frame: Frame, { top, bottom }: { top: number; bottom: number }): Canvas {
  const reach = hand.treat === null ? 0 : Math.max(1, Math.round(hand.reach * frame.pxPerUnit));
  const from = Math.max(0, top - reach - 1);
  const to = Math.min(frame.heightPx, bottom + reach + 1);
  const band = reach === 0 ? new Canvas(frame, top, bottom - top) : new Canvas(frame, from, to - from);
  scene.paint(band);
  if (hand.treat === null) return band;
  const treated = new Canvas(frame, top, bottom - top);
  hand.treat(band, treated, reach);
  return treated;
}
