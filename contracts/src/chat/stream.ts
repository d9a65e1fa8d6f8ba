import { streamKind } from '../kernel/stream.ts';

/** One conversation, from opening the panel to closing it. */
export const conversationStream = streamKind({ category: 'conversation', subject: 'conversation' });
