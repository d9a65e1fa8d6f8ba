/** For how many days a link works, to choose from. */
export const SHARE_DAYS = [1, 7, 30] as const;

/** The latest day that can be named instead, in days from now: a link that nobody remembers ends by itself. */
export const SHARE_DAYS_MAX = 365;

/** Links of one member that may work at the same time. */
export const SHARES_MAX = 100;

/** Links that are over, and listed all the same: the last made. */
export const ENDED_SHARES_LISTED = 50;

/** Pictures of a shared page at a time. */
export const SHARED_PAGE = 24;

const DAY_MS = 86_400_000;

/** When a link ends that works for so many days. */
export const shareEndsAt = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

/** Where whoever has the link sees what it shows. */
export const sharedPath = (token: string): string => `/shared/${token}`;

/** Whether an address has a link's token in it: none of these is for search engines, nor for another site's log. */
export const isSharedPath = (path: string): boolean => /^(\/api)?\/shared(\/|$)/i.test(path);

/** What every answer under such an address says of itself. */
export const SHARED_HEADERS = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' } as const;

/** Where a shared picture's file is, under the token alone. */
export const sharedImagePath = (token: string, variantId: string, { thumbnail = false } = {}): string =>
  `/api/shared/${token}/${variantId}${thumbnail ? '-thumb' : ''}.webp`;
