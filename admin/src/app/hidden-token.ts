import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Returns the token behind `#` in a link of a mail, where no server and no log has seen it; empty where there is none.
 * Removes it from the address, so that whoever looks over a shoulder or into the history finds it no more; the router
 * still knows it.
 */
export function useHiddenToken(): string {
  const { hash } = useLocation();
  useLayoutEffect(() => {
    if (window.location.hash !== '') window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [hash]);
  return new URLSearchParams(hash.slice(1)).get('token') ?? '';
}
