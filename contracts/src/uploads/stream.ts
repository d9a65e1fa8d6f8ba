import { streamKind } from '../kernel/stream.ts';

/** A picture that a member brought along. */
export const uploadStream = streamKind({ category: 'upload', subject: 'upload' });
