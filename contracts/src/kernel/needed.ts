import * as z from 'zod/mini';
import { oneLineText, visibleText } from './visible-text.ts';

/** Trims a text within a schema; one without a visible character becomes empty. */
export const trimmed = () => z.overwrite<string>(visibleText);

const oneLine = () => z.overwrite<string>(oneLineText);

/**
 * A text that somebody has to give: the same sentence for none, a blank or invisible one, and what is no text. Checks
 * of its length that follow need no sentence of their own.
 */
export const neededText = (sentence: string) =>
  z.string({ error: (issue) => lengthSentence(issue) ?? sentence }).check(trimmed(), z.minLength(1, sentence));

/** Undefined where a text is not too long. Its type says that it has no such issue, yet its checks ask it too. */
const lengthSentence = ({ code, maximum }: { code?: string; maximum?: unknown }): string | undefined =>
  code === 'too_big' ? tooLong(Number(maximum)) : undefined;

/** A required text on one line, of at most so many characters. */
export const neededLine = (sentence: string, longest: number) =>
  z.string(sentence).check(oneLine(), z.minLength(1, sentence), atMost(longest));

/** A line that may be missing or empty. */
export const optionalLine = (longest: number) => z._default(z.string().check(oneLine(), atMost(longest)), '');

const atMost = (longest: number) => z.maxLength(longest, tooLong(longest));

const tooLong = (longest: number): string => `Please enter at most ${longest} characters`;

/** The same where the space around it is kept, as of a statement whose places are counted. */
export const neededVerbatim = (sentence: string) =>
  z.string(sentence).check(
    z.minLength(1, sentence),
    z.refine((text) => visibleText(text) !== '', sentence),
  );
