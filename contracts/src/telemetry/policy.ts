/** What members do that is counted. */
export const activityTypes = ['image_download', 'image_share', 'purchase_opened'] as const;
export type ActivityType = (typeof activityTypes)[number];
/** Of these, what a browser alone knows: everything else is counted where it happens. */
export const TOLD_BY_BROWSERS = 'purchase_opened' satisfies ActivityType;

/** What browsers tell besides, without saying whose they are: how a page came, and that somebody came to the site. */
export const PAGE_MEASURED = 'web-vitals';
export const VISIT_BEGUN = 'visit';
/** That a public picture was looked at: its page or the viewer was open for `VIEW_MS`. */
export const PICTURE_VIEWED = 'picture_viewed';
export const VIEW_MS = 1_000;
/** Events in one call at most. */
export const EVENTS_A_CALL = 20;

/** What becomes of a page at none of our addresses, and of a resource of another site. */
export const OTHER_PAGE = 'other';
export const ELSEWHERE = 'elsewhere';

/** How long a measured page stays in the log, and a visit. */
export const VITALS_KEPT_DAYS = 400;
export const VISITS_KEPT_DAYS = 400;
export const VIEWS_KEPT_DAYS = 400;

/** A visit takes as much of its address's budget as so many other events: a browser begins few. */
export const VISIT_POINTS = 5;

/** Milliseconds, but for the shift of a layout, which is a score. */
export const vitals = ['lcp', 'inp', 'cls', 'fcp', 'ttfb', 'fid'] as const;
export type Vital = (typeof vitals)[number];
export const VITAL_MAX = 600_000;

export type Rating = 'good' | 'needs-improvement' | 'poor';

/**
 * Good up to the first, poor above the second. spec: public-and-commerce §9 "Performance monitoring"; other
 * metrics have web.dev's thresholds.
 */
export const thresholds: Readonly<Record<Vital, readonly [good: number, poor: number]>> = {
  lcp: [2500, 4000],
  inp: [200, 500],
  cls: [0.1, 0.25],
  fcp: [1800, 3000],
  ttfb: [800, 1800],
  fid: [100, 300],
};

export function ratingOf(vital: Vital, value: number): Rating {
  const [good, poor] = thresholds[vital];
  if (value <= good) return 'good';
  return value > poor ? 'poor' : 'needs-improvement';
}

/** Resources and tasks that take longer, in ms, are reported. spec: public-and-commerce §9 "Slow resources". */
export const SLOW_MS = 1000;
/** Of one page. */
export const SLOW_RESOURCES = 10;
export const LONG_TASKS = 20;

/** How somebody came to a page: by what the browser calls it. A soft navigation is one within the app. */
export const navigations = [
  'navigate',
  'reload',
  'back-forward',
  'back-forward-cache',
  'prerender',
  'restore',
  'soft-navigation',
] as const;
export type Navigation = (typeof navigations)[number];

export const connections = ['slow-2g', '2g', '3g', '4g', 'unknown'] as const;
export type Connection = (typeof connections)[number];

/** Texts that browsers tell. None has room for a token, an id, or a word of a member's. */
export const measuredTexts = {
  /** Of an asset of ours, without the digest in its name; `dev` where nothing was built. */
  build: /^[\w-]{1,16}$/,
  /** Names of elements, each within the one before: `main > section > img`. */
  target: /^[a-z][a-z0-9-]{0,29}( > [a-z][a-z0-9-]{0,29}){0,3}$/,
  /** Where most of the time went: `resource-load-delay`. */
  cause: /^[a-z][a-z-]{0,39}$/,
  /** `/api/gallery`, `/assets/shared.js`, or that it was elsewhere. */
  resource: /^(\/[a-z][\w.-]{0,49}){1,2}$|^elsewhere$/,
  host: /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/,
} as const;

/** As which the work of a page itself is told among what was slow. */
export const LONG_TASK = 'long-task';
