import { problems, Refused } from '@easel/contracts/kernel/problem';
import { ConnectionLost } from './life.ts';

/** What came of a call, as its caller sees it. */
export type Answer<T> =
  | { kind: 'done'; value: T }
  | { kind: 'refused'; code: string; extra: Readonly<Record<string, unknown>> }
  /** Whether it was done nobody knows. */
  | { kind: 'unknown' };

/** Something failed that no part of the product says may fail. */
export class Unexpected extends Error {
  override readonly name = 'Unexpected';
}

/** Tells an error as a caller would see it; throws Unexpected where that were a 500. */
export function answerOf(error: unknown, what: string): Exclude<Answer<never>, { kind: 'done' }> {
  if (error instanceof ConnectionLost) return { kind: 'unknown' };
  if (!(error instanceof Refused)) throw new Unexpected(`${what}: ${String(error)}`, { cause: error });
  const { problem, extra } = error;
  return problem === problems.unavailable ? { kind: 'unknown' } : { kind: 'refused', code: problem.code, extra };
}
