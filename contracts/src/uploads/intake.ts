import { z } from 'zod';
import { storedImage } from '../generation/events.ts';

/**
 * What became of a file that was sent: the imaging process writes it down as a file of its own, which the API reads. A
 * refusal is named as in `uploadProblems`.
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
