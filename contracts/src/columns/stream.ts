import { soleStream, streamKind } from '../kernel/stream.ts';

/** The statements that are kept, all in one stream: whether a name is taken can only be known there. */
export const queriesStream = soleStream('queries');

/** A statement that an operator ran. */
export const statementStream = streamKind({ category: 'statement', subject: 'statement' });
