import { streamKind } from '../kernel/stream.ts';

/** What an operator narrows the list of events to again and again, under names of their own. */
export const filtersStream = streamKind({ category: 'filters', subject: 'operator' });
