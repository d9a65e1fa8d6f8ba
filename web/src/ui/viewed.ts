import { useCallback, useEffect, useRef } from 'react';
import { type Location, useLocation, useNavigate, useSearchParams } from 'react-router';
import { focusHeading } from '../lib/focus.ts';
import { useIsHydrated } from '../lib/hydrated.ts';

/** Names the image that a page's viewer shows, in the page's address. */
const VIEWED = 'image';

/** The history entry of the page below the viewer; undefined where opening the viewer did not make this entry. */
export function entryBelow({ state }: Pick<Location, 'state'>): string | undefined {
  const key = (state as { viewerAbove?: unknown } | null)?.viewerAbove;
  return typeof key === 'string' ? key : undefined;
}

interface Viewing {
  /** As the address says; null while the viewer is closed. */
  viewed: string | null;
  /** Opens the viewer, or shows another image in it. */
  view: (image: string) => void;
  close: () => void;
  /** Closes the viewer where what opened it has vanished: the heading has the focus then. */
  closeToHeading: () => void;
}

/** Keeps which image a page's viewer shows in the address, so that Back closes the viewer and a link opens it. */
export function useViewed(): Viewing {
  const location = useLocation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const isHydrated = useIsHydrated();
  const viewed = isHydrated ? params.get(VIEWED) : null;
  const toHeading = useRef(false);
  /** Going back takes a moment: whoever closes the viewer twice stays on the page. */
  const isClosing = useRef(false);
  useEffect(() => {
    isClosing.current = false;
    if (viewed !== null || !toHeading.current) return;
    toHeading.current = false;
    focusHeading();
  }, [viewed]);

  const goTo = (image: string | null, replace: boolean) => {
    const { pathname, hash, key } = location;
    const state = location.state as object | null;
    const changed = new URLSearchParams(params);
    if (image === null) changed.delete(VIEWED);
    else changed.set(VIEWED, image);
    const search = changed.size > 0 ? `?${changed}` : '';
    void navigate({ pathname, search, hash }, { replace, state: replace ? state : { ...state, viewerAbove: key } });
  };
  // The same from one rendering to the next, as effects and memos depend on them.
  const latest = useRef({ goTo, location, isOpen: viewed !== null });
  useEffect(() => {
    latest.current = { goTo, location, isOpen: viewed !== null };
  });
  const view = useCallback((image: string) => latest.current.goTo(image, latest.current.isOpen), []);
  const close = useCallback(() => {
    if (isClosing.current) return;
    isClosing.current = true;
    // Nothing is left behind in the history; who came by a link stays on the page.
    if (entryBelow(latest.current.location) !== undefined) void navigate(-1);
    else latest.current.goTo(null, true);
  }, [navigate]);
  const closeToHeading = useCallback(() => {
    toHeading.current = true;
    close();
  }, [close]);
  return { viewed, view, close, closeToHeading };
}
