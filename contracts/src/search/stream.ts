import { streamKind } from '../kernel/stream.ts';

/** What was searched for on a day, UTC: `searches-2026-11-20`. */
export const searchesStream = streamKind({ category: 'searches', subject: 'day' });
