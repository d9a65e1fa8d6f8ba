import { streamKind } from '../kernel/stream.ts';

/** Whom a member follows, and whom a member has blocked. */
export const followsStream = streamKind({ category: 'follows', subject: 'member' });
