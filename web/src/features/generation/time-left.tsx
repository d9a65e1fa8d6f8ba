import { useEffect, useState } from 'react';
import { etaText } from './job-view.ts';

const TICK_MS = 1_000;

/** Counts down from what the server has said: it says nothing more while another service works. Give it a key. */
export function TimeLeft({ ms }: { ms: number }) {
  const [ticks, setTicks] = useState(0);
  useEffect(() => {
    const ticking = setInterval(() => setTicks((before) => before + 1), TICK_MS);
    return () => clearInterval(ticking);
  }, []);
  const leftMs = ms - ticks * TICK_MS;
  // The server may say itself that none is left.
  return ticks > 0 && leftMs <= 0 ? 'takes longer than usual' : etaText(leftMs);
}
