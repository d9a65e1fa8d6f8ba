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

/**
 * Sets the time that pages are rendered at: on a server, where no component follows the clock, and in the browser that
 * takes over such a page, whose first render must say the same.
 */
export const renderAsOf = (at: Date): void => {
  now = at;
};

/** The time, exact to half a minute; one clock turns for everything on the page. */
export const useNow = (): Date => useSyncExternalStore(follow, read, read);
