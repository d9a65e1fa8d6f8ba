import { streamKind } from '../kernel/stream.ts';

/** The links by which a member shows own pictures to whoever has them. */
export const sharesStream = streamKind({ category: 'shares', subject: 'member' });
