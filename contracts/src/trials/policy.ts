/** Free pictures of visitors: what the house gives, and for how long. Nobody's credits are moved by them. */

/** Pictures a day, UTC, of all visitors together. */
export const TRIALS_A_DAY = 300;
export const TRIALS_A_VISITOR = 3;
/** Of everybody at one address: who forgets the cookie is counted here. */
export const TRIALS_A_NETWORK = 9;

const DAY_MS = 86_400_000;

/** A picture that nobody has registered for is gone after so many days. */
export const TRIAL_DAYS = 7;
export const trialEndsAt = (requestedAt: string): Date => new Date(Date.parse(requestedAt) + TRIAL_DAYS * DAY_MS);

/** How long the log keeps who has claimed what: longer than any of the pictures waits for its visitor. */
export const TRIALS_KEPT_DAYS = 30;

/** The days, UTC and the newest first, on which a picture that still stands may have been claimed. */
export const trialDays = (now: Date): string[] =>
  Array.from({ length: TRIAL_DAYS + 1 }, (_, ago) => new Date(now.getTime() - ago * DAY_MS).toISOString().slice(0, 10));
