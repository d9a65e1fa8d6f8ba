import { generationProblems } from '@easel/contracts/generation/http';
import { failureReasons, type FailureReason } from '@easel/contracts/generation/policy';

const BACK = 'Its credits are yours again.';

/** Why a picture was not made, that nothing was paid for it, and what its member can do. */
const words: Readonly<Record<FailureReason, string>> = {
  abandoned: 'The order was cut off before it was recorded. Nothing was charged. You can try again.',
  render_failed: `${generationProblems.failed.message}. ${BACK} You can try again.`,
  rejected: `It cannot be made as it was asked for. ${BACK} Change the prompt or the settings.`,
  no_room: `There was no room to store it. ${BACK} Try again later.`,
  moderated: `The provider does not make what this prompt asks for. ${BACK} Change the prompt, or who makes it.`,
  provider_refused: `The provider takes no orders from us at the moment. ${BACK} Change who makes it, or try again later.`,
  provider_unavailable: `The provider could not be reached. ${BACK} Try again later, or change who makes it.`,
  unknown_outcome: `The provider took the order, but its answer never came. ${BACK} It is not repeated by itself; you can try again.`,
  over_budget: `This provider’s budget of the day is spent. ${BACK} Change who makes it, or try again tomorrow (UTC).`,
  reference_gone: `A reference picture is no longer there. ${BACK} Choose another and order again.`,
};

/** By its reason, as it is said on the wire; of one that this version does not know, that it failed. */
export function failureText(reason: string | null | undefined): string {
  const known = failureReasons.find((one) => one === reason);
  return known ? words[known] : `${generationProblems.failed.message}. ${BACK}`;
}
