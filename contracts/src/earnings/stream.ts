import { streamKind } from '../kernel/stream.ts';

/** What sales bring a member. */
export const earningsStream = streamKind({ category: 'earnings', subject: 'member', chained: true });
