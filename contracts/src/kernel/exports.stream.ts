import { streamKind } from './stream.ts';

/** A file that an operator took away. */
export const exportStream = streamKind({ category: 'export', subject: 'export' });
