import * as z from 'zod/mini';
import { visibleText } from './visible-text.ts';

/** Trims a text within a schema; one without a visible character becomes empty. */
export const trimmed = () => z.overwrite<string>(visibleText);

/** A text that somebody has to give: the same sentence for none, a blank or invisible one, and what is no text. */
export const neededText = (sentence: string) => z.string(sentence).check(trimmed(), z.minLength(1, sentence));

/** The same where the space around it is kept, as of a statement whose places are counted. */
export const neededVerbatim = (sentence: string) =>
  z.string(sentence).check(
    z.minLength(1, sentence),
    z.refine((text) => visibleText(text) !== '', sentence),
  );
