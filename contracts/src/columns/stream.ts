import { soleStream } from '../kernel/stream.ts';

/** The statements that are kept, all in one stream: whether a name is taken can only be known there. */
export const queriesStream = soleStream('queries');
