import { challengeKinds, type ChallengeKind } from '@easel/contracts/competitions/kinds';

/** spec: public-and-commerce §2.12: dispatching it opens the dialog. */
const NAME = 'how-to-compete';

/** Opens the dialog that says how to enter a challenge. */
export function askHowToCompete(type: ChallengeKind): void {
  window.dispatchEvent(new CustomEvent(NAME, { detail: { type } }));
}

/** Calls back with the kind of each event, and ignores events without one. Returns a function that unsubscribes. */
export function onHowToCompete(listener: (kind: ChallengeKind) => void): () => void {
  const onEvent = (event: Event) => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
    const type = typeof detail === 'object' && detail !== null && 'type' in detail ? detail.type : undefined;
    const kind = challengeKinds.find((one) => one === type);
    if (kind) listener(kind);
  };
  window.addEventListener(NAME, onEvent);
  return () => window.removeEventListener(NAME, onEvent);
}
