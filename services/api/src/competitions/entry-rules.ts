import type { ChallengeKind } from '@easel/contracts/competitions/kinds';
import { competitionProblems, ENTRY_MIN_LONG_SIDE_PX, entryRatios } from '@easel/contracts/competitions/policy';
import { aspectRatios, nearestRatio } from '@easel/contracts/generation/policy';
import type { GeneratedImage } from '@easel/contracts/generation/view';
import type { Problem } from '@easel/contracts/kernel/problem';
import type { FoundGeneration } from '../generation/generation.lookup.ts';
import type { Competition } from './competition-state.decider.ts';
import { entriesLeft, isDisqualified, isOpen } from './competition.decider.ts';

/** A picture that its owner wants to enter. */
export interface Candidate {
  view: FoundGeneration;
  image: GeneratedImage;
  /** Made in T-shirt mode, which gives it a transparent background. */
  isTshirtDesign: boolean;
}

/** Tolerance above what rounding to whole, even pixels changes in a ratio. */
const RATIO_TOLERANCE = 0.01;

/** Returns every reason why a picture cannot be entered now, the most important first. */
export function entryRefusals(competition: Competition, { view, image, isTshirtDesign }: Candidate, at: Date) {
  const { kind } = competition;
  const { width, height } = image.original;
  const isOut = isDisqualified(competition, view.id);
  const reasons: [boolean, Problem][] = [
    [!isOpen(competition, at), competitionProblems.notOpen],
    [isOut, competitionProblems.disqualified],
    [view.entry !== undefined || (!isOut && view.id in competition.entryOf), competitionProblems.enteredAlready],
    [entriesLeft(competition, view.memberId) === 0, competitionProblems.tooMany],
    [view.trial !== undefined || view.prompt.trim() === '', competitionProblems.notMadeHere],
    [Math.max(width, height) < ENTRY_MIN_LONG_SIDE_PX, competitionProblems.tooSmall],
    [!hasRatioOf(kind, { width, height }), competitionProblems.wrongRatio],
    [kind === 'tshirt' && !isTshirtDesign, competitionProblems.notTransparent],
  ];
  return reasons.flatMap(([applies, problem]) => (applies ? [problem] : []));
}

/** Checks the pixels, since an image can differ from its settings. */
function hasRatioOf(kind: ChallengeKind, size: { width: number; height: number }): boolean {
  const nearest = nearestRatio(size);
  const { width, height } = aspectRatios[nearest];
  const offBy = Math.abs((size.width * height) / (size.height * width) - 1);
  return entryRatios[kind].includes(nearest) && offBy <= RATIO_TOLERANCE;
}
