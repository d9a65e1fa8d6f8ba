import { streamKind } from '../kernel/stream.ts';

/** What a member and the assistant said to each other while the panel was open. */
export const conversationStream = streamKind({ category: 'conversation', subject: 'conversation' });
