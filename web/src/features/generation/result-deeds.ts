import type { Generation } from '@easel/contracts/generation/http';
import { createContext, use, type ComponentType } from 'react';
import type { FormChanges } from './form-sources.ts';
import type { JobActions } from './jobs.ts';

/** One image of a generation; the index counts from 0. */
export interface ResultImage {
  generation: Generation;
  variantIndex: number;
}

export interface ImageToolsProps extends ResultImage {
  onReuse: () => void;
  onUseSeed: () => void;
  onCompare: () => void;
}

/** What other features do with results; whoever composes the studio brings it. */
export interface ResultTools {
  /** Under every image. */
  ImageTools: ComponentType<ImageToolsProps>;
  /** With all that was asked for at once. */
  SheetTools: ComponentType<{ generations: readonly Generation[] }>;
  open: (image: ResultImage) => void;
}

/** What can be done about a result from wherever it stands. */
export interface ResultDeeds extends ResultTools {
  actions: JobActions;
  reuse: (changes: FormChanges, message: string) => void;
  /** The first of two, while the second is looked for. */
  compared: ResultImage | null;
  compare: (image: ResultImage) => void;
}

export const ResultDeedsContext = createContext<ResultDeeds | null>(null);

export function useResultDeeds(): ResultDeeds {
  const deeds = use(ResultDeedsContext);
  if (!deeds) throw new Error('a result outside the studio');
  return deeds;
}
