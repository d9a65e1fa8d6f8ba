import { useSyncExternalStore } from 'react';

const TICK_MS = 30_000;

let now = new Date();
let ticking: ReturnType<typeof setInterval> | undefined;
const followers = new Set<() => void>();

function follow(listener: () => void): () => void {
  // What was last read may be old: nobody turned the clock while nobody followed it.
  if (followers.size === 0) now = new Date();
  followers.add(listener);
  ticking ??= setInterval(() => {
    now = new Date();
    for (const tell of followers) tell();
  }, TICK_MS);
  return () => {
    followers.delete(listener);
    if (followers.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

const read = () => now;

/** The time, exact to half a minute; one clock turns for everything on the page. */
export const useNow = (): Date => useSyncExternalStore(follow, read, read);
