import { generationProblems, type RefusedReading } from '@easel/contracts/generation/http';
import { notUnderstoodText } from '@easel/contracts/generation/lexicon/refusing';
import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { recordOf } from '@easel/contracts/kernel/record';

/** What the built-in renderer would draw instead, in words; undefined for every other failure. */
export function askedOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== generationProblems.notUnderstood.code) return undefined;
  return isReading(error.body) ? notUnderstoodText(error.body) : error.message;
}

function isReading(body: unknown): body is RefusedReading {
  const { drawn, instead, missing } = recordOf(body);
  return [drawn, instead, missing].every(Array.isArray);
}
