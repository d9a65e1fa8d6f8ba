import { streamKind } from '../kernel/stream.ts';

/** What a member has taken to: every toggle, in order. */
export const favoritesStream = streamKind({ category: 'favorites', subject: 'member' });
