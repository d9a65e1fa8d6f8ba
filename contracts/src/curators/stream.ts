import { streamKind } from '../kernel/stream.ts';

/** A member's appointment, prices and section as a curator. */
export const curatorStream = streamKind({ category: 'curator', subject: 'member' });
