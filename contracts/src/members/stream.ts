import { streamKind } from '../kernel/stream.ts';

/** Who a member is. */
export const memberStream = streamKind({ category: 'member', subject: 'member' });
