const LEAST_MS = 3_600_000;
const MOST_MS = 86_400_000;

/** Returns when to retry what waits since an instant: after as long again, at least an hour and at most a day. */
export function againAfter(since: Date, now: Date): Date {
  const waitedMs = now.getTime() - since.getTime();
  return new Date(now.getTime() + Math.min(MOST_MS, Math.max(LEAST_MS, waitedMs)));
}
