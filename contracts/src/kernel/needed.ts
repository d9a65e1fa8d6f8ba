import * as z from 'zod/mini';

/** A text that somebody has to give: the same sentence for none at all, a blank one, and what is no text. */
export const neededText = (sentence: string) => z.string(sentence).check(z.trim(), z.minLength(1, sentence));

/** The same where blanks count, as in a password. */
export const neededVerbatim = (sentence: string) => z.string(sentence).check(z.minLength(1, sentence));
