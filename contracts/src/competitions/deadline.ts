const DAY_MS = 86_400_000;
const URGENT_DAYS = 7;

/** spec: public-and-commerce §9: the time left to enter, in whole days. `deadline` is null where no date is set. */
export function deadlineText(deadline: Date | null, now: Date): string {
  if (deadline === null) return 'Deadline to be announced';
  const leftMs = deadline.getTime() - now.getTime();
  if (leftMs < 0) return 'This competition has ended';
  const days = Math.floor(leftMs / DAY_MS);
  if (days === 0) return 'Deadline is today!';
  const text = `${days} ${days === 1 ? 'day' : 'days'} remaining`;
  return days <= URGENT_DAYS ? `Only ${text}!` : text;
}
