import { useEffect, useEffectEvent, useRef } from 'react';
import { useMoved, type AwaitedHints } from './live.ts';
import { paced, type Paced } from './paced.ts';

/**
 * Reads anew when one of these has moved on the server: one read at a time, no sooner than so long after the last.
 * While nobody sees the page it rests; queries are read anew by themselves when it is seen again.
 */
export function useMovedReads(names: AwaitedHints, read: () => unknown, pauseMs: number): void {
  const reader = useRef<Paced>(undefined);
  const run = useEffectEvent(async () => {
    await read();
  });
  useEffect(() => {
    const pace = paced(() => run(), pauseMs);
    reader.current = pace;
    return () => pace.end();
  }, [pauseMs]);
  useMoved(names, () => {
    if (document.visibilityState === 'visible') reader.current?.ask();
  });
}
