import { streamKind } from '../kernel/stream.ts';

/** One challenge of a kind and month. It is a hash chain because it decides who is paid. */
export const competitionStream = streamKind({ category: 'competition', subject: 'competition', chained: true });
