import type { Style } from '../policy.ts';
import { sayingOf, writtenOf, type Saying } from './saying.ts';
import { Words } from './words.ts';

/** What is asked of a picture in words. */
export interface Request {
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly style: Style;
  /** A motif on nothing, to be printed on cloth. */
  readonly transparent: boolean;
  /** Words to be read in it: none where it is empty, the prompt's own quotation where it is absent. */
  readonly lettering?: string | undefined;
}

/** What a composer is chosen by. */
export interface Asked extends Pick<Request, 'style' | 'transparent'> {
  readonly words: Words;
  /** What is to be read in the picture. */
  readonly saying: Saying | null;
  /** The words were asked for apart from the prompt: whatever it shows, they are set in it. */
  readonly lettered: boolean;
}

/** Reads a request. */
export function askedFor({ prompt, negativePrompt, style, transparent, lettering }: Request): Asked {
  const saying = lettering === undefined ? sayingOf(prompt) : writtenOf(lettering);
  return {
    words: new Words(prompt, negativePrompt),
    saying,
    lettered: lettering !== undefined && saying !== null,
    style,
    transparent,
  };
}
