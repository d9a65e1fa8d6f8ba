import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { providerProblems } from '@easel/contracts/providers/problems';

/** What to tell where somebody was faster; undefined for any other refusal. */
export const conflictText = (error: unknown, done: string): string | undefined =>
  error instanceof ApiError && error.code === providerProblems.changed.code
    ? `Somebody else has changed this meanwhile, and ${done}. The page shows how it is now.`
    : undefined;
