import { streamKind } from '../kernel/stream.ts';

/** One challenge of a kind and a month; chained, since it decides who is paid. */
export const competitionStream = streamKind({ category: 'competition', subject: 'competition', chained: true });
