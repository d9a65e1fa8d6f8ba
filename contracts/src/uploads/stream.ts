import { streamKind } from '../kernel/stream.ts';

/** One member's uploads. A single stream per member keeps the count consistent. */
export const uploadStream = streamKind({ category: 'uploads', subject: 'member' });
