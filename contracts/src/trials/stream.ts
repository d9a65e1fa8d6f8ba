import { streamKind } from '../kernel/stream.ts';

/** What visitors have had made on a day, UTC: `trials-2026-11-20`. */
export const trialsStream = streamKind({ category: 'trials', subject: 'day' });
