import type { AspectRatio, Style } from '@easel/contracts/generation/policy';
import type { Frame } from './drawing/canvas.ts';
import type { Palette } from './drawing/palette.ts';
import type { Random } from './drawing/random.ts';
import type { Request } from '@easel/contracts/generation/lexicon/asked';
import type { Saying } from '@easel/contracts/generation/lexicon/saying';
import type { Model } from './hands.ts';
import type { Said } from './lexicon/said.ts';

/** What a composer is asked for. Everything by chance comes from `random`, so that a picture is its brief's alone. */
export interface Brief {
  readonly words: Said;
  /** What is to be read in the picture, for those that set type. */
  readonly saying: Saying | null;
  /** The words were asked for apart from the prompt: whatever it shows, they are set in it. */
  readonly lettered: boolean;
  readonly style: Style;
  readonly palette: Palette;
  /** Only the picture's proportions may shape a composition, never its pixels. */
  readonly frame: Pick<Frame, 'width' | 'height'>;
  /** A motif on nothing, to be printed on cloth, instead of a picture that fills its frame. */
  readonly transparent: boolean;
  readonly random: Random;
}

export interface PictureRequest extends Request {
  prompt: string;
  negativePrompt: string;
  lettering?: string | undefined;
  style: Style;
  aspectRatio: AspectRatio;
  seed: number;
  /** Whose hand treats it; nobody's in particular where it is absent. */
  model?: Model;
  transparent: boolean;
}
