import { failureText } from './failure-words.ts';

/** Why a picture was not made, and what its member can do. */
export default function FailureText({ reason }: { reason: string }) {
  return failureText(reason);
}
