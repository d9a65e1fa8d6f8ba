import { streamKind } from '../kernel/stream.ts';

/** What people did that is counted; older ones are of a day, and hold the visits of then, too. */
export const activityStream = streamKind({ category: 'activity', subject: 'command' });

/** Where visits began on a day, UTC: `visits-2026-11-20`. */
export const visitsStream = streamKind({ category: 'visits', subject: 'day' });

/** How pages came on a day, UTC: `vitals-2026-11-20`. */
export const vitalsStream = streamKind({ category: 'vitals', subject: 'day' });

/** Which pictures of curators were looked at on a day, UTC: `views-2026-11-20`. */
export const viewsStream = streamKind({ category: 'views', subject: 'day' });
