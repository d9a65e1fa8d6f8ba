import { streamKind } from '../kernel/stream.ts';

/** Whether a member sells as a curator. */
export const curatorStream = streamKind({ category: 'curator', subject: 'member' });
