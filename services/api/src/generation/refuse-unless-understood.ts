import { generationProblems } from '@easel/contracts/generation/http';
import type { Request } from '@easel/contracts/generation/lexicon/asked';
import { notUnderstood } from '@easel/contracts/generation/lexicon/reading';
import { Refused } from '@easel/contracts/kernel/problem';

/** A prompt with its settings, and what its caller said to it. */
interface Asking extends Request {
  readonly agreed: boolean | undefined;
}

/**
 * Throws `generation.not_understood` where the built-in renderer does not draw what a prompt is about and its caller
 * has not agreed; of several prompts, with the lists of all that are so. What an earlier call recorded is never
 * refused, since the renderer may have known other words then. spec: rulings "Prompts that are not understood".
 */
export async function refuseUnlessUnderstood(
  asked: readonly Asking[],
  isRecorded: () => Promise<boolean>,
): Promise<void> {
  const readings = asked.filter(({ agreed }) => agreed !== true).flatMap((one) => notUnderstood(one) ?? []);
  if (readings.length === 0 || (await isRecorded())) return;
  throw new Refused(generationProblems.notUnderstood, {
    drawn: readings.flatMap(({ drawn }) => drawn),
    instead: readings.flatMap(({ instead }) => instead),
    missing: readings.flatMap(({ missing }) => missing),
  });
}
