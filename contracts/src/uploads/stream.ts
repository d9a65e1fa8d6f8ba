import { streamKind } from '../kernel/stream.ts';

/** The pictures that a member brought along, counted in one place. */
export const uploadStream = streamKind({ category: 'uploads', subject: 'member' });
