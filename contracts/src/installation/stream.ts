import { soleStream } from '../kernel/stream.ts';

/** What an installation calls itself. */
export const installationStream = soleStream('installation');
