import { streamKind } from '../kernel/stream.ts';

/** What somebody wrote to us, and what became of it. */
export const messageStream = streamKind({ category: 'message', subject: 'message' });
