import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { focusHeading } from '../lib/focus.ts';
import { useStore } from '../lib/store.ts';
import { token } from '../lib/token.ts';
import { entryBelow } from '../ui/viewed.ts';
import styles from './navigation.module.css';
import { pagesUnderWay } from './pages.ts';

/** What navigation does besides showing another page: scroll, focus, and a sign that it is under way. */
export function Navigation() {
  useScroll();
  useArrival();
  return <div className={styles.progress} data-busy={useStore(pagesUnderWay) > 0} aria-hidden="true" />;
}

/**
 * The heading has the focus after navigation, so that screen readers start there. How the last sign-in ended matters no
 * more.
 */
function useArrival(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    token.forgetEnding();
    focusHeading();
  }, [pathname]);
}

/** A new page starts at its top; back and forward find their place again. */
function useScroll(): void {
  const location = useLocation();
  const { key, pathname } = location;
  const isAbove = entryBelow(location) !== undefined;
  const kind = useNavigationType();
  const places = useRef(new Map<string, number>());
  const pathBefore = useRef(pathname);
  useLayoutEffect(() => {
    const known = places.current;
    const moved = pathBefore.current !== pathname;
    pathBefore.current = pathname;
    // The page below the viewer stays where it is.
    if (isAbove) return;
    if (kind === 'POP') window.scrollTo(0, known.get(key) ?? 0);
    else if (moved || kind === 'PUSH') window.scrollTo(0, 0);
    const note = () => known.set(key, window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [key, kind, pathname, isAbove]);
}
