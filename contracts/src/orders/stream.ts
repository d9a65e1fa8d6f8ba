import { streamKind } from '../kernel/stream.ts';

/** An order from its checkout to its end; it counts money. */
export const orderStream = streamKind({ category: 'order', subject: 'order', chained: true });

/** Operators who look customers up, a stream each time. */
export const lookupStream = streamKind({ category: 'lookup', subject: 'lookup' });
