import { generationProblems, refusedReading } from '@easel/contracts/generation/http';
import { notUnderstoodText } from '@easel/contracts/generation/lexicon/refusing';
import { ApiError } from '@easel/contracts/kernel/client/api-error';
import * as z from 'zod/mini';

/** What the built-in renderer would draw instead, in words; undefined for every other failure. */
export function askedOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== generationProblems.notUnderstood.code) return undefined;
  const { data } = z.safeParse(refusedReading, error.body);
  return data ? notUnderstoodText(data) : error.message;
}
