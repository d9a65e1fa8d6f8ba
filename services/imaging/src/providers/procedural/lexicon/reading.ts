import type { Brief, PictureRequest } from '../brief.ts';
import { blend } from '../drawing/colour.ts';
import type { Palette } from '../drawing/palette.ts';
import { Random } from '../drawing/random.ts';
import { askedFor } from '@easel/contracts/generation/lexicon/asked';
import { colourPalettes, palettes, type NamedPalette, type PaletteKind } from './palettes.ts';
import { Said } from './said.ts';
import { settableIn } from '@easel/contracts/generation/lexicon/letters';
import type { Words } from '@easel/contracts/generation/lexicon/words';

export function briefOf(request: PictureRequest, frame: Brief['frame']): Brief {
  const prompt = request.prompt.trim().toLowerCase();
  const { words, saying: said, ...asked } = askedFor(request);
  // Requests from before the API refused unsettable characters may still have some.
  const text = settableIn(said?.text ?? '');
  const saying = said === null || text === '' ? null : { ...said, text };
  const random = new Random(
    [prompt, request.style, request.aspectRatio, request.seed, request.transparent ? 'cloth' : ''].join('\u0000'),
  );
  return {
    ...asked,
    saying,
    lettered: asked.lettered && saying !== null,
    words: new Said(words),
    palette: paletteFor(words, random.fork('palette')),
    frame,
    random,
  };
}

/**
 * The sky of the hour that is named, the land of the place, the inks of the manner or of a colour; a manner without an
 * hour rules the sky too.
 */
export function paletteFor(words: Words, random: Random): Palette {
  const first = (kind: PaletteKind): NamedPalette | undefined =>
    [...palettes, ...colourPalettes]
      .filter((one) => one.kind === kind)
      .map((one) => ({ one, place: words.placeOf(...one.words) }))
      .filter(({ place }) => place >= 0)
      .sort((a, b) => a.place - b.place)[0]?.one;
  const [hour, place, manner, colour] = [first('hour'), first('place'), first('manner'), first('colour')];
  const fallback = random.pick(palettes);
  const sky = hour ?? manner ?? place ?? fallback;
  const land = place ?? manner ?? hour ?? fallback;
  const inks =
    manner ??
    colour ??
    (hour !== undefined && place !== undefined ? (random.chance(0.5) ? hour : place) : (hour ?? place ?? fallback));
  return {
    name: [...new Set([sky.name, land.name, inks.name])].join(' '),
    sky: sky.sky,
    light: sky.light,
    // Land takes on the colour of the hour's own, or the day's green would stand under a red sky.
    land: [blend(land.land[0], sky.land[0], 0.45), blend(land.land[1], sky.land[1], 0.45)],
    water: blend(land.water, sky.water, 0.5),
    ground: inks.ground,
    inks: inks.inks,
    night: sky.night,
  };
}
