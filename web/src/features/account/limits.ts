import type { User } from '@easel/contracts/members/http';

/** Images that the member may still make this month; null without a limit. */
export const imagesLeft = ({ limits, usage }: Pick<User, 'limits' | 'usage'>): number | null =>
  limits.monthly === null ? null : Math.max(0, limits.monthly - usage.monthlyGenerations);
