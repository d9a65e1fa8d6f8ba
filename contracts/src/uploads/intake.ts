import { z } from 'zod';
import { storedImage } from '../generation/events.ts';

/**
 * Result of processing a sent file. The imaging process stores it as a file of its own, which the API reads. `problem`
 * is a key of `uploadProblems`.
 */
export const intakeResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('taken'),
    original: storedImage,
    preview: storedImage,
    thumbnail: storedImage,
    thumbhash: z.string(),
  }),
  z.object({
    kind: z.literal('refused'),
    problem: z.enum(['notAPicture', 'broken', 'animated', 'tooManyPixels', 'tooSmall', 'maskEmpty']),
  }),
]);
export type IntakeResult = z.output<typeof intakeResult>;
export type TakenUpload = Extract<IntakeResult, { kind: 'taken' }>;
export type IntakeProblem = Extract<IntakeResult, { kind: 'refused' }>['problem'];
