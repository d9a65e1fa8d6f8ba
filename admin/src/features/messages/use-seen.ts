import type { HistoryEntry } from '@easel/contracts/kernel/console';
import type { PresentMessage } from '@easel/contracts/messages/http';
import { useState } from 'react';
import { factsAfter } from './fact-changes.ts';
import type { WholeMessage } from './message.ts';

export interface SeenMessage {
  /** Of the message as the operator knows it: what is done is done on it. */
  version: number;
  /** What others did to it since. */
  since: HistoryEntry[];
  /** The operator knows it as it stands now. */
  acknowledge: () => void;
  /** What the operator did. */
  advance: (present: PresentMessage) => void;
}

/**
 * What is on the screen is fresh; what the operator has taken note of may be older. Undefined until the message is
 * there.
 */
export function useSeen(whole: WholeMessage | undefined, isFetching: boolean): SeenMessage | undefined {
  const [version, setVersion] = useState<number>();
  if (version === undefined && whole && !isFetching) setVersion(whole.version);
  if (version === undefined || !whole) return undefined;
  return {
    version,
    since: factsAfter(whole.timeline, version),
    acknowledge: () => setVersion(whole.version),
    advance: (present) => setVersion(present.version),
  };
}
