import { streamKind } from '../kernel/stream.ts';

/** A generation with its variants, from the request to the end of its images. */
export const generationStream = streamKind({ category: 'generation', subject: 'generation' });
