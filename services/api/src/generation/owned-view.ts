import { generationProblems } from '@easel/contracts/generation/http';
import { Refused } from '@easel/contracts/kernel/problem';
import type { FoundGeneration, GenerationLookup } from './generation.lookup.ts';

/** A generation as its owner sees it, deleted or not. Refused with 404 where it is not the member's. */
export async function ownedView(
  lookup: GenerationLookup,
  generationId: string,
  memberId: string,
): Promise<FoundGeneration> {
  const view = await lookup.find(generationId);
  if (view?.memberId !== memberId) throw new Refused(generationProblems.notFound);
  return view;
}
