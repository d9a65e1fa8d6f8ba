import { streamKind } from '../kernel/stream.ts';

/** What an operator asks the log again and again, under names of their own. */
export const queriesStream = streamKind({ category: 'queries', subject: 'operator' });
