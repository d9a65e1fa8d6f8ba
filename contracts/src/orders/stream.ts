import { streamKind } from '../kernel/stream.ts';

/** An order from its checkout to its end; it counts money. */
export const orderStream = streamKind({ category: 'order', subject: 'order', chained: true });
