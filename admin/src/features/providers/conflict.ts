import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { providerProblems } from '@easel/contracts/providers/problems';

/** Returns the text for a version conflict; undefined for other errors. */
export const conflictText = (error: unknown, done: string): string | undefined =>
  error instanceof ApiError && error.code === providerProblems.changed.code
    ? `Another operator changed this in the meantime: ${done}. The page shows the current state.`
    : undefined;
