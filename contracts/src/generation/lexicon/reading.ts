import { askedFor, type Request } from './asked.ts';
import { understandingOf, type Understanding } from './understanding.ts';

/** What the built-in renderer makes of a prompt: the lists of the refusal `generation.not_understood`. */
export interface Reading {
  /** Drawn as itself, as its author calls it. */
  readonly drawn: readonly string[];
  /** Drawn in place of something else: "butterfly for hummingbird". */
  readonly instead: readonly string[];
  /** Not drawn. */
  readonly missing: readonly string[];
}

/** Returns the three lists of an understanding. */
export function readingOf({ understood, missing }: Understanding): Reading {
  const relatives = understood.filter(({ relative }) => relative).map(({ said, name }) => `${name} for ${said}`);
  return {
    drawn: understood.filter(({ relative }) => !relative).map(({ said }) => said),
    instead: understood.length === 0 ? ['an abstract composition'] : relatives,
    missing,
  };
}

/** Returns what would be drawn where that is not what the prompt is about, or null where it is. */
export function notUnderstood(request: Request): Reading | null {
  const understanding = understandingOf(askedFor(request), request.prompt);
  return understanding.isUnderstood ? null : readingOf(understanding);
}
