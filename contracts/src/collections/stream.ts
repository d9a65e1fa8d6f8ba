import { streamKind } from '../kernel/stream.ts';

/** Which collections a member has, and what they are called. */
export const collectionsStream = streamKind({ category: 'collections', subject: 'member' });

/** What is in one collection: apart, so that whoever has many large ones folds one of them at a time. */
export const collectedStream = streamKind({ category: 'collected', subject: 'collection' });
