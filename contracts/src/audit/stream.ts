import { streamKind } from '../kernel/stream.ts';

/** A verification of the log and the books. */
export const auditStream = streamKind({ category: 'audit', subject: 'audit' });
