import { streamKind } from '../kernel/stream.ts';

/** What people did that is counted; older ones are of a day. */
export const activityStream = streamKind({ category: 'activity', subject: 'command' });

/** How pages came on a day, UTC: `vitals-2026-11-20`. */
export const vitalsStream = streamKind({ category: 'vitals', subject: 'day' });
