import * as z from 'zod/mini';
import { PASSWORD_MAX, PASSWORD_MIN, passwordForm, TYPED_PASSWORD_MAX } from './policy.ts';

/** Accepts a password that is checked, as it is typed: hashes of before passwords had one form are of that. */
export const typedPassword = (sentence: string) =>
  z.string(sentence).check(z.minLength(1, sentence), z.maxLength(TYPED_PASSWORD_MAX));

/** Accepts a password that is set, in its Unicode form, which is what is counted. */
export const chosenPassword = (sentence: string, tooShort: string) =>
  z
    .string(sentence)
    .check(
      z.overwrite(passwordForm),
      z.minLength(1, sentence),
      z.minLength(PASSWORD_MIN, tooShort),
      z.maxLength(PASSWORD_MAX),
    );
