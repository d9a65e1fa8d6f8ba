import { streamKind } from '../kernel/stream.ts';

/** A member's earnings from sales, until they are in the account. */
export const earningsStream = streamKind({ category: 'earnings', subject: 'member', chained: true });
