import { isTransient } from '@easel/kernel/database/database';

/**
 * Whose fault it is that a batch was not applied.
 * - `passing`: nobody's; the same work will succeed later.
 * - `fact`: what a fact holds fits no row, or its handler threw.
 * - `code`: statements and tables do not fit each other; no fact would pass, so none is to be blamed.
 */
export type Failure = 'passing' | 'fact' | 'code';

/** SQLSTATE classes that a value can cause: data, integrity, cardinality, check option, program limits. */
const OF_A_FACT = /^(21|22|23|44|54)...$/;
/** A prepared statement that outlived a change of its tables; internal errors of the server. */
const PASSING = /^(0A000|XX...|55...|57...|58...)$/;

export function failureOf(error: unknown): Failure {
  if (isTransient(error)) return 'passing';
  const state = sqlState(error);
  if (state === undefined) return 'fact';
  if (OF_A_FACT.test(state)) return 'fact';
  return PASSING.test(state) ? 'passing' : 'code';
}

export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined;
}
