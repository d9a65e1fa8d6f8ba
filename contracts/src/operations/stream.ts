import { streamKind } from '../kernel/stream.ts';

/** What operators asked of a read model. */
export const projectionStream = streamKind({ category: 'projection', subject: 'projection' });
