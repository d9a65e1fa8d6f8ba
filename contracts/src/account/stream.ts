import { streamKind } from '../kernel/stream.ts';

/** What a member's plan, credits and wallet came to. */
export const accountStream = streamKind({ category: 'account', subject: 'member', chained: true });
