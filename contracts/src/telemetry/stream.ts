import { streamKind } from '../kernel/stream.ts';

/** What people did that is counted; older ones are of a day. */
export const activityStream = streamKind({ category: 'activity', subject: 'command' });
