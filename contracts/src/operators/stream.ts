import { soleStream } from '../kernel/stream.ts';

/** All operators: who is one decides who may become one. */
export const operatorsStream = soleStream('operators');
